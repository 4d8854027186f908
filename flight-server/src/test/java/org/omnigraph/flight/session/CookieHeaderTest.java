package org.omnigraph.flight.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class CookieHeaderTest {
  @Test
  void ourCookieIsFoundAmongThoseOfABalancer() {
    assertThat(
            Cookies.sessionId(List.of("lb=\"a=b; c\"; arrow_flight_session_id=abc; AWSALB=x/y=")))
        .contains("abc");
  }

  @Test
  void ourCookieIsFoundInASecondHeader() {
    assertThat(Cookies.sessionId(List.of("lb=1", "arrow_flight_session_id=\"abc\"")))
        .contains("abc");
  }

  @Test
  void aCookieWhoseNameOnlyEndsLikeOursIsNotOurs() {
    assertThat(Cookies.sessionId(List.of("not_arrow_flight_session_id=abc"))).isEmpty();
  }

  @Test
  void noHeaderIsNoCookie() {
    assertThat(Cookies.sessionId(null)).isEmpty();
  }
}
