package org.omnigraph.flight.error;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.arrow.flight.CallStatus;
import org.apache.arrow.flight.FlightRuntimeException;
import org.apache.arrow.flight.FlightStatusCode;
import org.apache.arrow.memory.OutOfMemoryException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.omnigraph.engine.error.ErrorCode;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.engine.error.ReadSetChanged;

class ErrorMappingTest {
  @ParameterizedTest
  @EnumSource
  @Tag("E-011")
  void everyCodeHasAStatus(ErrorCode code) {
    assertThat(FlightErrors.status(code).code())
        .isNotIn(FlightStatusCode.OK, FlightStatusCode.UNKNOWN);
  }

  @Test
  void theEnginesCodeTravelsBesideTheStatus() {
    FlightRuntimeException mapped =
        FlightErrors.of(new ReadSetChanged("graph_head:main", "a", "b"));

    assertThat(mapped.status().code()).isEqualTo(FlightStatusCode.UNAVAILABLE);
    assertThat(mapped.status().metadata().get(FlightErrors.CODE_TRAILER))
        .isEqualTo("READ_SET_CHANGED");
    assertThat(mapped.status().description()).contains("graph_head:main");
  }

  @Test
  void aMessageOfTheEngineReachesTheClientAsItIs() {
    assertThat(FlightErrors.of(new InvalidRequest("line 3: no type Persn")).status().description())
        .isEqualTo("line 3: no type Persn");
  }

  @Test
  void whatNobodyExpectedIsNamedByAnIdAndTellsNothing() {
    FlightRuntimeException mapped = FlightErrors.of(new IllegalStateException("password=hunter2"));

    assertThat(mapped.status().code()).isEqualTo(FlightStatusCode.INTERNAL);
    String id = mapped.status().metadata().get(FlightErrors.ID_TRAILER);
    assertThat(mapped.status().description()).contains(id).doesNotContain("hunter2");
  }

  @Test
  void usedUpMemoryIsAResourceLimit() {
    FlightRuntimeException mapped = FlightErrors.of(new OutOfMemoryException("no room"));

    assertThat(mapped.status().code()).isEqualTo(FlightStatusCode.RESOURCE_EXHAUSTED);
    assertThat(mapped.status().metadata().get(FlightErrors.CODE_TRAILER))
        .isEqualTo("RESOURCE_LIMIT_EXCEEDED");
  }

  @Test
  void aStatusOfOursStaysAsItIs() {
    FlightRuntimeException ours = CallStatus.TIMED_OUT.toRuntimeException();

    assertThat(FlightErrors.of(ours)).isSameAs(ours);
  }
}
