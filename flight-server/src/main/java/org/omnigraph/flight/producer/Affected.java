package org.omnigraph.flight.producer;

import com.google.protobuf.UnknownFieldSet;
import java.util.List;
import org.apache.arrow.flight.sql.impl.FlightSql.DoPutUpdateResult;
import org.omnigraph.flight.session.CallScope;
import org.omnigraph.flight.session.RequestHeader;

/**
 * How many rows a statement changed.
 *
 * @param runs one number for each row of arguments that was bound
 */
record Affected(List<Long> runs) {
  /** The field of the answer that has them; other clients skip what they do not know. */
  private static final int EACH_RUN = 1000;

  Affected {
    runs = List.copyOf(runs);
  }

  static Affected of(long rows) {
    return new Affected(List.of(rows));
  }

  long total() {
    return runs.stream().mapToLong(Long::longValue).sum();
  }

  /** The answer to an update: the sum, and each number if the call asks for them. */
  DoPutUpdateResult reply(CallScope scope) {
    DoPutUpdateResult.Builder reply = DoPutUpdateResult.newBuilder().setRecordCount(total());
    if (scope.header(RequestHeader.ROW_COUNTS).filter("true"::equalsIgnoreCase).isPresent()) {
      UnknownFieldSet.Field.Builder each = UnknownFieldSet.Field.newBuilder();
      runs.forEach(each::addVarint);
      reply.setUnknownFields(UnknownFieldSet.newBuilder().addField(EACH_RUN, each.build()).build());
    }
    return reply.build();
  }
}
