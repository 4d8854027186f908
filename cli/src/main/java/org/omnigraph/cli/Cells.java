package org.omnigraph.cli;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.DateDayVector;
import org.apache.arrow.vector.DateMilliVector;
import org.apache.arrow.vector.ExtensionTypeVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.Float2Vector;
import org.apache.arrow.vector.Float4Vector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.TimeMicroVector;
import org.apache.arrow.vector.TimeMilliVector;
import org.apache.arrow.vector.TimeNanoVector;
import org.apache.arrow.vector.TimeSecVector;
import org.apache.arrow.vector.TimeStampVector;
import org.apache.arrow.vector.UInt2Vector;
import org.apache.arrow.vector.UInt4Vector;
import org.apache.arrow.vector.UInt8Vector;
import org.apache.arrow.vector.ValueVector;
import org.apache.arrow.vector.complex.BaseListVector;
import org.apache.arrow.vector.complex.StructVector;
import org.jspecify.annotations.Nullable;

/**
 * Arrow cells as plain values for printing: numbers, booleans, strings, lists, maps and null. A
 * date is {@code YYYY-MM-DD}, a timestamp ISO text in UTC with at least milliseconds, bytes {@code
 * base64:} and their text; a float stays one, so that it prints as the shortest text that reads
 * back as it.
 */
final class Cells {
  private static final DateTimeFormatter TO_SECONDS =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss", Locale.ROOT);

  private Cells() {}

  static @Nullable Object value(ValueVector column, int row) {
    if (column.isNull(row)) {
      return null;
    }
    return switch (column.getMinorType()) {
      case NULL -> null;
      case BIT -> ((BitVector) column).get(row) == 1;
      case UINT2 -> (int) ((UInt2Vector) column).get(row);
      case UINT4 -> Integer.toUnsignedLong(((UInt4Vector) column).get(row));
      case UINT8 -> ((UInt8Vector) column).getObjectNoOverflow(row);
      case FLOAT2 -> ((Float2Vector) column).getValueAsFloat(row);
      case FLOAT4 -> ((Float4Vector) column).get(row);
      case FLOAT8 -> ((Float8Vector) column).get(row);
      case DATEDAY -> LocalDate.ofEpochDay(((DateDayVector) column).get(row)).toString();
      case DATEMILLI ->
          LocalDate.ofEpochDay(Math.floorDiv(((DateMilliVector) column).get(row), 86_400_000L))
              .toString();
      case TIMESTAMPSEC, TIMESTAMPSECTZ -> timestamp(column, row, TimeUnit.SECONDS);
      case TIMESTAMPMILLI, TIMESTAMPMILLITZ -> timestamp(column, row, TimeUnit.MILLISECONDS);
      case TIMESTAMPMICRO, TIMESTAMPMICROTZ -> timestamp(column, row, TimeUnit.MICROSECONDS);
      case TIMESTAMPNANO, TIMESTAMPNANOTZ -> timestamp(column, row, TimeUnit.NANOSECONDS);
      case TIMESEC -> time(((TimeSecVector) column).get(row), TimeUnit.SECONDS);
      case TIMEMILLI -> time(((TimeMilliVector) column).get(row), TimeUnit.MILLISECONDS);
      case TIMEMICRO -> time(((TimeMicroVector) column).get(row), TimeUnit.MICROSECONDS);
      case TIMENANO -> time(((TimeNanoVector) column).get(row), TimeUnit.NANOSECONDS);
      case LIST, LARGELIST, FIXED_SIZE_LIST, MAP -> list((BaseListVector) column, row);
      case STRUCT -> struct((StructVector) column, row);
      case EXTENSIONTYPE -> value(((ExtensionTypeVector<?>) column).getUnderlyingVector(), row);
      default -> asArrowSees(column.getObject(row));
    };
  }

  /** A cell as text for people and CSV: strings without quotes, lists and maps as JSON. */
  static String text(@Nullable Object value) throws java.io.IOException {
    if (value instanceof String text) {
      return text;
    }
    return Json.compact(value);
  }

  /** The value with each float as the double that it is, as the query language shows it. */
  static @Nullable Object widened(@Nullable Object value) {
    if (value instanceof Float single) {
      return (double) single;
    }
    if (value instanceof List<?> list) {
      List<@Nullable Object> widened = new ArrayList<>();
      list.forEach(item -> widened.add(widened(item)));
      return widened;
    }
    return value;
  }

  private static String timestamp(ValueVector column, int row, TimeUnit unit) {
    long value = ((TimeStampVector) column).get(row);
    long perSecond = unit.convert(1, TimeUnit.SECONDS);
    long fraction = Math.floorMod(value, perSecond);
    Instant second = Instant.ofEpochSecond(Math.floorDiv(value, perSecond));
    int digits = Math.max(3, Long.toString(perSecond).length() - 1);
    long shown = unit == TimeUnit.SECONDS ? 0 : fraction;
    return TO_SECONDS.format(second.atOffset(ZoneOffset.UTC))
        + String.format(Locale.ROOT, ".%0" + digits + "dZ", shown);
  }

  private static String time(long value, TimeUnit unit) {
    return DateTimeFormatter.ISO_LOCAL_TIME.format(LocalTime.ofNanoOfDay(unit.toNanos(value)));
  }

  private static List<@Nullable Object> list(BaseListVector column, int row) {
    FieldVector items = column.getChildrenFromFields().get(0);
    List<@Nullable Object> values = new ArrayList<>();
    for (int i = column.getElementStartIndex(row); i < column.getElementEndIndex(row); i++) {
      values.add(value(items, i));
    }
    return values;
  }

  private static Map<String, @Nullable Object> struct(StructVector column, int row) {
    Map<String, @Nullable Object> values = new LinkedHashMap<>();
    for (FieldVector member : column.getChildrenFromFields()) {
      values.put(member.getName(), value(member, row));
    }
    return values;
  }

  private static Object asArrowSees(Object value) {
    if (value instanceof byte[] bytes) {
      return "base64:" + Base64.getEncoder().encodeToString(bytes);
    }
    return value instanceof Number || value instanceof Boolean ? value : value.toString();
  }
}
