package dev.snarl.cloudwatch.put;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.snarl.cloudwatch.Datum;
import dev.snarl.delivery.Refused;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Against a server that answers as AWS does when something is wrong. */
class PutMetricDataTest {
  private static final String URL = "aws.endpointUrl";
  private static final String REGION = "aws.region";
  private static final String KEY = "aws.accessKeyId";
  private static final Map<String, String> CHAIN =
      Map.of(
          REGION,
          "eu-central-1",
          KEY,
          "test",
          "aws.secretAccessKey",
          "test",
          "aws.configFile",
          "/no/such",
          "aws.sharedCredentialsFile",
          "/no/such",
          "aws.disableEc2Metadata",
          "true");
  private static final Instant AT = Instant.parse("2026-11-21T03:00:41Z");

  private final FakeAws aws = new FakeAws();
  private final PutMetricData delivery =
      new PutMetricData("Snarl", new TimeLimits(Duration.ofSeconds(2), Duration.ofSeconds(5)));

  PutMetricDataTest() throws IOException {
    CHAIN.forEach(System::setProperty);
    System.setProperty(URL, aws.url());
  }

  @AfterEach
  void stop() throws IOException {
    aws.close();
    delivery.close();
    CHAIN.keySet().forEach(System::clearProperty);
    System.clearProperty(URL);
  }

  private static List<Datum> data(int n) {
    List<Datum> data = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      data.add(
          new Datum(
              "snarl_thread_starts_total",
              "Count",
              Map.of("application", "runner" + i),
              List.of(1.0, 2.5),
              List.of(3.0, 1.0),
              Map.of()));
    }
    return data;
  }

  private void fails(String... words) {
    assertThatThrownBy(() -> delivery.deliver(data(1), AT))
        .isInstanceOf(IOException.class)
        .isNotInstanceOf(Refused.class)
        .hasMessageContainingAll(words);
  }

  private void works() {
    assertThatCode(() -> delivery.deliver(data(1), AT)).doesNotThrowAnyException();
  }

  @Test
  void dataGoInOneCallAndLargeOnesInSeveral() throws IOException {
    delivery.deliver(data(2), AT);
    assertThat(aws.requests())
        .singleElement()
        .asString()
        .contains("snarl_thread_starts_total", "runner1", "Values.member.2=2.5")
        .contains("Counts.member.1=3");
    aws.recovers();
    delivery.deliver(data(2_500), AT);
    assertThat(aws.requests()).hasSizeGreaterThanOrEqualTo(3);
    assertThat(aws.requests()).allSatisfy(body -> assertThat(body.length()).isLessThan(1 << 20));
  }

  @Test
  void throttlingIsTriedAgainAndThenSaid() {
    aws.will(1, 400, "Throttling");
    works();
    assertThat(aws.requests()).hasSize(2);
    aws.will(8, 400, "Throttling");
    fails("throttled");
    aws.recovers();
    works();
  }

  @Test
  void anErrorOfTheServerIsTriedAgainAndThenSaid() {
    aws.will(8, 500, "InternalFailure");
    fails("HTTP 500");
    assertThat(aws.requests()).hasSizeGreaterThan(1);
    aws.recovers();
    works();
  }

  @Test
  void wrongCredentialsAreSaidAndDataKept() {
    for (String code : List.of("InvalidClientTokenId", "SignatureDoesNotMatch", "AccessDenied")) {
      aws.will(8, 403, code);
      fails("AWS refuses the credentials", code);
      aws.recovers();
    }
    works();
  }

  @Test
  void whatIsWrongForGoodIsRefused() {
    aws.will(8, 400, "InvalidParameterValue");
    assertThatThrownBy(() -> delivery.deliver(data(1), AT))
        .isInstanceOf(Refused.class)
        .hasMessageContaining("InvalidParameterValue");
  }

  @Test
  void aServerThatHangsIsLeft() {
    aws.will(4, 0, "");
    fails("timeout");
    aws.recovers();
    works();
  }

  @Test
  void nobodyThereIsSaid() {
    System.setProperty(URL, "http://127.0.0.1:1");
    fails("Connection refused");
  }

  @Test
  void withoutARegionOrCredentialsThatIsSaidAndTheyAreFoundWhenTheyCome() {
    System.clearProperty(REGION);
    System.clearProperty(KEY);
    fails("no region: set AWS_REGION");
    System.setProperty(REGION, "eu-central-1");
    fails("no credentials");
    System.setProperty(KEY, "test");
    works();
  }

  @Test
  void aClockThatIsHoursOffIsPutRightFromTheAnswer() throws IOException {
    Duration skew = Duration.ofHours(5);
    aws.will(new FakeAws.Answer(400, "InvalidParameterValue", skew));
    delivery.deliver(data(1), AT);
    assertThat(aws.requests()).hasSize(2);
    assertThat(FakeAws.holds(aws.requests().get(0), AT)).isTrue();
    assertThat(FakeAws.holds(aws.requests().get(1), AT.plus(skew))).isTrue();
  }

  @Test
  void aClockThatIsAMinuteOffIsLeftAlone() {
    ServerClock clock = new ServerClock();
    clock.learn(
        DateTimeFormatter.RFC_1123_DATE_TIME.format(
            Instant.now().plusSeconds(60).atZone(ZoneOffset.UTC)));
    assertThat(clock.ahead()).isZero();
    clock.learn("yesterday");
    assertThat(clock.ahead()).isZero();
  }
}
