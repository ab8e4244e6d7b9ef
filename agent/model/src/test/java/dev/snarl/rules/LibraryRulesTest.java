package dev.snarl.rules;

import static dev.snarl.rules.Snapshots.SECOND;
import static dev.snarl.rules.Snapshots.aPool;
import static dev.snarl.rules.Snapshots.at;
import static dev.snarl.rules.Snapshots.during;
import static dev.snarl.rules.Snapshots.judge;
import static org.assertj.core.api.Assertions.assertThat;

import dev.snarl.snapshot.LibraryUse;
import dev.snarl.snapshot.LibraryUse.ClientSite;
import dev.snarl.snapshot.LibraryUse.CommonUse;
import dev.snarl.snapshot.LibraryUse.ConsumerSite;
import dev.snarl.snapshot.LibraryUse.PoolInput;
import dev.snarl.snapshot.Pool.SiteCount;
import dev.snarl.snapshot.Timeline;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LibraryRulesTest {
  private static final String SITE = "com.acme.Push.send(Push.java:12)";
  private static final String EXECUTE = "okhttp3.internal.connection.RealCall.execute";

  private static LibraryUse clients(String type, double built) {
    return new LibraryUse(
        List.of(new ClientSite(SITE, type, (long) built)), List.of(), List.of(), List.of());
  }

  private static LibraryUse consumer(double seconds, double calls) {
    ConsumerSite row =
        new ConsumerSite(
            7,
            "stream-#",
            "org.springframework.data.redis.stream.StreamPollTask",
            SITE,
            EXECUTE,
            "socket",
            (long) (seconds * SECOND),
            (long) calls,
            9,
            3 * SECOND,
            SECOND);
    return new LibraryUse(List.of(), List.of(row), List.of(), List.of());
  }

  private static LibraryUse common(@Nullable String blockedIn, double seconds) {
    return new LibraryUse(
        List.of(),
        List.of(),
        List.of(),
        List.of(
            new CommonUse(SITE, blockedIn, false, (long) (seconds * SECOND)),
            new CommonUse(
                "com.acme.Sums.all(Sums.java:3)", null, true, (long) (seconds * SECOND))));
  }

  private static LibraryUse input(double samples, double waiting) {
    PoolInput row =
        new PoolInput(
            1,
            (long) samples,
            List.of(new SiteCount("socket", (long) waiting)),
            List.of(new SiteCount(EXECUTE + " at " + SITE, (long) waiting)));
    return new LibraryUse(List.of(), List.of(), List.of(row), List.of());
  }

  @Test
  void aClientForEachCallIsFoundAtTheLineThatBuildsIt() {
    Verdict verdict =
        judge(
                new ClientPerCall(),
                during(12, t -> at(t).libraries(clients("okhttp3.OkHttpClient", 2 * t))))
            .get(0);
    assertThat(verdict.site()).isEqualTo(SITE);
    assertThat(verdict.severity()).isEqualTo(Severity.WARNING);
    assertThat(verdict.title()).startsWith("A new OkHttpClient for every call: 20 built in 10 s");
    assertThat(verdict.evidence()).containsEntry("built", 20L).containsEntry("perSecond", 2.0);
  }

  @Test
  void aFewClientsAtStartAreNoFinding() {
    assertThat(
            judge(
                new ClientPerCall(),
                during(12, t -> at(t).libraries(clients("okhttp3.OkHttpClient", 9)))))
        .isEmpty();
    assertThat(
            judge(
                new ClientPerCall(),
                during(40, t -> at(t).libraries(clients("okhttp3.OkHttpClient", 50)))))
        .isEmpty();
  }

  @Test
  void aConsumerThatSendsOneByOneIsFound() {
    Verdict verdict =
        judge(new SerialBlocking(), during(31, t -> at(t).libraries(consumer(0.9 * t, 10 * t))))
            .get(0);
    assertThat(verdict.site()).isEqualTo(SITE);
    assertThat(verdict.title())
        .isEqualTo(
            "stream-# works one by one: 300 calls of 90 ms to RealCall.execute() in sequence,"
                + " up to 3 s between two polls of Redis");
    assertThat(verdict.evidence())
        .containsEntry("blockedShare", 0.9)
        .containsEntry("secondsBetweenPolls", 3.0);
  }

  @Test
  void oneSlowCallAHalfIdleConsumerAndAShortWindowAreNoFinding() {
    assertThat(judge(new SerialBlocking(), during(31, t -> at(t).libraries(consumer(t, 3)))))
        .isEmpty();
    assertThat(
            judge(
                new SerialBlocking(), during(31, t -> at(t).libraries(consumer(0.5 * t, 10 * t)))))
        .isEmpty();
    assertThat(judge(new SerialBlocking(), during(20, t -> at(t).libraries(consumer(t, 10 * t)))))
        .isEmpty();
  }

  @Test
  void blockingTheCommonPoolIsFoundWithWhoElseUsesIt() {
    Verdict verdict =
        judge(
                new CommonPoolBlocking(),
                during(12, t -> at(t).libraries(common("java.lang.Thread.sleep", 0.2 * t))))
            .get(0);
    assertThat(verdict.site()).isEqualTo(SITE);
    assertThat(verdict.evidence())
        .containsEntry("blockedSeconds", 2.0)
        .containsEntry("poolShare", 0.2)
        .containsEntry("alsoUsedBy", List.of("parallel stream at com.acme.Sums.all(Sums.java:3)"));
  }

  @Test
  void whatCameBeforeTheFirstSnapshotHasItsTimeInTheWindow() {
    Timeline young =
        new Timeline(
            List.of(
                at(0).observed(0.6).build(),
                at(0.5).observed(1.1).libraries(common("java.lang.Thread.sleep", 0.8)).build()));
    assertThat(judge(new CommonPoolBlocking(), young).get(0).title())
        .contains("800 ms of worker time in 1.1 s, 73 % of all its 1 worker");
  }

  @Test
  void computingOnTheCommonPoolOrBlockingItForAMomentIsNoFinding() {
    assertThat(judge(new CommonPoolBlocking(), during(12, t -> at(t).libraries(common(null, t)))))
        .isEmpty();
    assertThat(
            judge(
                new CommonPoolBlocking(),
                during(12, t -> at(t).libraries(common("java.lang.Thread.sleep", 0.04 * t)))))
        .isEmpty();
  }

  @Test
  void aPoolThatWaitsForTheNetworkIsANoteWithTheCallAndItsShare() {
    Verdict verdict =
        judge(
                new BlockingIoPool(),
                during(
                    12,
                    t ->
                        at(t)
                            .pool(aPool(1).completed((long) (10 * t)))
                            .libraries(input(10 * t, 8 * t))))
            .get(0);
    assertThat(verdict.severity()).isEqualTo(Severity.INFO);
    assertThat(verdict.title())
        .isEqualTo(
            "pool-1 waits for the network 80 % of its run time, most of it in"
                + " RealCall.execute() (80 %)");
    assertThat(verdict.remedy()).contains("enqueue(callback) instead of execute()");
  }

  @Test
  void aPoolThatComputesOrRunsOneEndlessReaderIsNoFinding() {
    assertThat(
            judge(
                new BlockingIoPool(),
                during(
                    12,
                    t ->
                        at(t)
                            .pool(aPool(1).completed((long) (10 * t)))
                            .libraries(input(10 * t, 5 * t)))))
        .isEmpty();
    assertThat(
            judge(
                new BlockingIoPool(),
                during(12, t -> at(t).pool(aPool(1)).libraries(input(10 * t, 10 * t)))))
        .isEmpty();
  }
}
