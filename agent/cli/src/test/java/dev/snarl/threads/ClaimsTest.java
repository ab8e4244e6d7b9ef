package dev.snarl.threads;

import static org.assertj.core.api.Assertions.assertThat;

import dev.snarl.rules.Finding;
import dev.snarl.rules.Severity;
import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is accused, with which certainty, and what looks the same and is not. */
class ClaimsTest {
  private static final String WAITS = "com.acme.Shop.order(Shop.java:41)";
  private static final String READS = "com.acme.Prices.fetch(Prices.java:12)";
  private static final String REQUEST =
      "org.apache.catalina.core.ApplicationFilterChain.doFilter(ApplicationFilterChain.java:166)";
  private static final String WORKS = "com.acme.Sums.add(Sums.java:5)";

  private static DumpText dump() {
    return new DumpText(17);
  }

  private static Finding only(Object... dumps) throws IOException {
    List<Finding> findings = Judged.of(dumps).findings();
    assertThat(findings).hasSize(1);
    return findings.get(0);
  }

  private static String certainty(Finding finding) {
    return String.valueOf(finding.evidence().get("certainty"));
  }

  @Test
  void aPairIsLikelyAndNeverProved() throws IOException {
    Finding pair =
        only(dump().waiter(21, "http-8080-exec-1", 1, WAITS, REQUEST).reader(22, "job-1", READS));
    assertThat(pair.rule()).isEqualTo("async-blocking-pair");
    assertThat(pair.severity()).isEqualTo(Severity.WARNING);
    assertThat(certainty(pair)).isEqualTo("likely");
    assertThat(pair.site()).isEqualTo(WAITS);
    assertThat(pair.evidence())
        .containsEntry("waiterPool", "http-#-exec-#")
        .containsEntry("workerPool", "job-#")
        .containsEntry("workerSite", READS)
        .containsEntry("workerBlockedIn", "java.net.SocketInputStream.read");
    assertThat(pair.doc()).isEqualTo("docs/findings/async-blocking-pair.md");
  }

  @Test
  void aWorkerOnTheProcessorIsNoPair() throws IOException {
    DumpText text = dump().waiter(21, "order-1", 1, WAITS);
    text.thread(
        22,
        "price-1",
        "RUNNABLE",
        WORKS,
        text.jdk("java.util.concurrent.FutureTask.run", "FutureTask.java:266"),
        text.jdk("java.util.concurrent.ThreadPoolExecutor.runWorker", "T.java:1"));
    assertThat(Judged.rules(text)).isEmpty();
  }

  @Test
  void aWorkerAtAMonitorOfTheClassLoaderIsNoPair() throws IOException {
    assertThat(Judged.rules(entering("java.util.zip.ZipFile.getEntry"))).isEmpty();
    assertThat(Judged.rules(entering("java.util.Vector.add"))).contains("async-blocking-pair");
  }

  private static DumpText entering(String method) {
    DumpText text = dump().waiter(21, "http-8080-exec-1", 1, WAITS, REQUEST);
    return text.thread(
        22,
        "job-1",
        "BLOCKED (on object monitor)",
        text.jdk(method, "A.java:1"),
        "- waiting to lock <0x000000076a000090> (a java.lang.Object)",
        READS,
        text.jdk("java.util.concurrent.FutureTask.run", "FutureTask.java:266"),
        text.jdk("java.util.concurrent.ThreadPoolExecutor.runWorker", "T.java:1"));
  }

  @Test
  void mainWaitingOnceIsSilentAndThreeTimesAWarning() throws IOException {
    assertThat(waits("main", 1).worst()).isNull();
    assertThat(waits("main", 3).worst()).isEqualTo(Severity.WARNING);
  }

  @Test
  void othersWaitingOnceAreForInformation() throws IOException {
    assertThat(waits("job-7", 1).worst()).isEqualTo(Severity.INFO);
    assertThat(waits("job-7", 3).worst()).isEqualTo(Severity.WARNING);
  }

  @Test
  void aWaitThatLastsIsOneWait() throws IOException {
    DumpText text = dump().waiter(21, "job-7", 1, WAITS).reader(22, "job-1", READS);
    assertThat(Judged.of(text, text.at(2).toString(), text.at(3)).worst()).isEqualTo(Severity.INFO);
  }

  @Test
  void aWaitForAFutureThatACollectionMovesIsOneWait() throws IOException {
    DumpText text = dump().waiter(21, "job-7", 1, WAITS).reader(22, "job-1", READS);
    String second = text.at(2).toString().replaceAll("wait for  <0x\\w+>", "wait for  <0x71>");
    String third = text.at(3).toString().replaceAll("wait for  <0x\\w+>", "wait for  <0x72>");
    assertThat(Judged.of(text.at(1).toString(), second, third).worst()).isEqualTo(Severity.INFO);
  }

  private static Diagnosis waits(String name, int waits) throws IOException {
    Object[] series =
        IntStream.rangeClosed(1, waits)
            .mapToObj(i -> dump().at(i).waiter(1, name, i, WAITS).reader(22, "job-1", READS))
            .toArray();
    return Judged.of(series);
  }

  @Test
  void theRestOfABatchIsNoPair() throws IOException {
    DumpText batch = dump().waiter(21, "order-1", 1, WAITS).reader(22, "price-1", READS);
    String first = batch.toString();
    String second = batch.at(2).reader(23, "price-2", READS).toString();
    assertThat(
            Judged.rules(
                second, dump().at(3).waiter(21, "order-1", 1, WAITS).reader(22, "price-1", READS)))
        .containsOnly("fan-out-wait");
    assertThat(Judged.rules(first)).containsExactly("async-blocking-pair");
  }

  @Test
  void oneWaiterAndManyWorkersIsAFanOut() throws IOException {
    DumpText text = dump().waiter(21, "order-1", 1, WAITS);
    IntStream.range(0, 10).forEach(i -> text.reader(30 + i, "price-" + i, READS));
    assertThat(Judged.of(text).findings())
        .extracting(Finding::rule)
        .containsExactlyInAnyOrder("fan-out-wait", "blocking-io-pool");
    assertThat(Judged.of(text).worst()).isEqualTo(Severity.INFO);
  }

  @Test
  void thePairIsTheOneThatTheCodeLinks() throws IOException {
    DumpText text =
        dump()
            .waiter(21, "order-1", 1, WAITS)
            .waiter(22, "mail-1", 2, "com.acme.Mail.send(Mail.java:8)")
            .reader(23, "job-1", "com.acme.Mail.lambda$send$0(Mail.java:7)")
            .reader(24, "job-2", "com.acme.Shop.lambda$order$0(Shop.java:40)");
    assertThat(Judged.of(text).findings())
        .extracting(f -> f.site() + " for " + f.evidence().get("workerSite"))
        .containsExactlyInAnyOrder(
            WAITS + " for com.acme.Shop.lambda$order$0(Shop.java:40)",
            "com.acme.Mail.send(Mail.java:8) for com.acme.Mail.lambda$send$0(Mail.java:7)");
  }

  @Test
  void aPoolOfWhichAllThreadsWaitWhileNobodyWorksIsDeadlocked() throws IOException {
    Finding deadlock = only(stuckPool());
    assertThat(deadlock.rule()).isEqualTo("pool-deadlock");
    assertThat(deadlock.severity()).isEqualTo(Severity.WARNING);
    assertThat(certainty(deadlock)).isEqualTo("likely");
    assertThat(deadlock.title()).startsWith("Deadlock: all 2 threads of task-# wait for futures");
  }

  private static DumpText stuckPool() {
    return dump().waiter(21, "task-1", 1, WAITS).waiter(22, "task-2", 2, WAITS);
  }

  @Test
  void inASeriesItIsOneThatDoesNotMove() throws IOException {
    Finding lasts = only(stuckPool(), stuckPool().at(2));
    assertThat(lasts.rule()).isEqualTo("pool-deadlock");
    assertThat(lasts.severity()).isEqualTo(Severity.CRITICAL);
    DumpText others = dump().at(2).waiter(21, "task-1", 3, WAITS).waiter(22, "task-2", 4, WAITS);
    assertThat(Judged.rules(stuckPool(), others)).isEmpty();
  }

  @Test
  void itIsNotWhileOneThreadIsFreeOrAnotherPoolWorks() throws IOException {
    assertThat(Judged.rules(stuckPool().idle(23, "task-3"))).isEmpty();
    DumpText busy = stuckPool();
    busy.thread(
        24,
        "other-1",
        "RUNNABLE",
        WORKS,
        busy.jdk("java.util.concurrent.ThreadPoolExecutor.runWorker", "T.java:1"));
    assertThat(Judged.rules(busy)).isEmpty();
  }

  @Test
  void aPoolThatWaitsForAWhileIsStarved() throws IOException {
    String timed = stuckPool().toString().replace("WAITING", "TIMED_WAITING");
    Finding starved = only(timed);
    assertThat(starved.rule()).isEqualTo("pool-starvation");
    assertThat(starved.severity()).isEqualTo(Severity.WARNING);
  }

  @Test
  void virtualThreadsThatATextCannotShowMayBeAtWork() throws IOException {
    DumpText text = stuckPool();
    text.idle(40, "VirtualThread-unparker");
    assertThat(Judged.rules(text)).isEmpty();
  }

  @Test
  void aCircleOfMonitorsAndLocksIsProved() throws IOException {
    String report =
        """
        Found one Java-level deadlock:
        =============================
        "right":
          waiting for ownable synchronizer 0x000000076ad0b000, (a java.util.concurrent.locks.ReentrantLock$NonfairSync),
          which is held by "left"
        """;
    Finding deadlock = only(circle().after(report));
    assertThat(deadlock.rule()).isEqualTo("lock-deadlock");
    assertThat(certainty(deadlock)).isEqualTo("proved");
    assertThat(deadlock.doc()).isEqualTo("docs/findings/lock-deadlock.md");
    assertThat(deadlock.title()).isEqualTo("Deadlock: left and right wait for each other's locks");
  }

  private static DumpText circle() {
    DumpText text = dump();
    text.thread(
        21,
        "left",
        "BLOCKED (on object monitor)",
        "com.acme.Bank.move(Bank.java:20)",
        "- waiting to lock <0x000000076ad0a1b8> (a com.acme.Account)");
    return text.thread(
        22,
        "right",
        "WAITING (parking)",
        text.jdk("misc.Unsafe.park", "Native Method"),
        "- parking to wait for  <0x000000076ad0b000> (a"
            + " java.util.concurrent.locks.ReentrantLock$NonfairSync)",
        text.jdk("java.util.concurrent.locks.ReentrantLock.lock", "ReentrantLock.java:322"),
        "com.acme.Bank.audit(Bank.java:30)",
        "- locked <0x000000076ad0a1b8> (a com.acme.Account)");
  }

  @Test
  void withoutTheOwnerOfTheLockItIsNotProvedAndNotSaid() throws IOException {
    Diagnosis unknown = Judged.of(circle());
    assertThat(unknown.findings()).isEmpty();
    assertThat(unknown.notes()).singleElement().asString().contains("jstack -l");
  }

  @Test
  void aQueueForALockHasItsOwnerAndWhatThatIsBlockedIn() throws IOException {
    Finding queue = only(queue("com.acme.Cache.get(Cache.java:9)"));
    assertThat(queue.rule()).isEqualTo("lock-contention");
    assertThat(queue.severity()).isEqualTo(Severity.WARNING);
    assertThat(queue.site()).isEqualTo("com.acme.Cache.load(Cache.java:22)");
    assertThat(queue.title())
        .isEqualTo(
            "3 threads wait for a lock that loader holds while it is blocked in"
                + " SocketInputStream.read()");
  }

  @Test
  void ofASeriesAQueueCountsThatTwoDumpsInARowHave() throws IOException {
    String site = "com.acme.Cache.get(Cache.java:9)";
    DumpText calm = dump().idle(5, "pool-1-thread-1");
    assertThat(Judged.of(calm.at(1), queue(site).at(2), calm.at(3)).worst())
        .isEqualTo(Severity.INFO);
    assertThat(Judged.of(calm.at(1), queue(site).at(2), queue(site).at(3)).worst())
        .isEqualTo(Severity.WARNING);
  }

  @Test
  void workersThatTakeTurnsAtWaitingForWorkAreForInformation() throws IOException {
    assertThat(turns("com.acme.Work.next(Work.java:9)").worst()).isEqualTo(Severity.INFO);
    assertThat(turns("com.acme.Work.size(Work.java:30)").worst()).isEqualTo(Severity.WARNING);
  }

  /** One holds a lock while it waits at a queue; the others wait for the lock at this line. */
  private static Diagnosis turns(String site) throws IOException {
    DumpText text = dump();
    text.thread(
        20,
        "leader",
        "WAITING (parking)",
        text.jdk("misc.Unsafe.park", "Native Method"),
        text.jdk("java.util.concurrent.locks.LockSupport.park", "LockSupport.java:175"),
        text.jdk("java.util.concurrent.LinkedBlockingQueue.take", "LinkedBlockingQueue.java:442"),
        "com.acme.Work.next(Work.java:9)",
        "- locked <0x000000076ad00001> (a com.acme.Work)",
        "com.acme.Work.run(Work.java:4)");
    for (int i = 1; i <= 3; i++) {
      text.thread(
          20 + i,
          "follower-" + i,
          "BLOCKED (on object monitor)",
          site,
          "- waiting to lock <0x000000076ad00001> (a com.acme.Work)",
          "com.acme.Work.run(Work.java:4)");
    }
    return Judged.of(text);
  }

  private static DumpText queue(String site) {
    DumpText text = dump();
    text.thread(
        20,
        "loader",
        "RUNNABLE",
        text.jdk("java.net.SocketInputStream.socketRead0", "Native Method"),
        text.jdk("java.net.SocketInputStream.read", "SocketInputStream.java:171"),
        "com.acme.Cache.load(Cache.java:22)",
        "- locked <0x000000076ad00001> (a com.acme.Cache)");
    for (int i = 1; i <= 3; i++) {
      text.thread(
          20 + i,
          "request-" + i,
          "BLOCKED (on object monitor)",
          site,
          "- waiting to lock <0x000000076ad00001> (a com.acme.Cache)");
    }
    return text;
  }

  @Test
  void twoClassesThatInitializeEachOtherAreADeadlock() throws IOException {
    DumpText text = dump();
    for (int i = 0; i < 2; i++) {
      text.thread(
          21 + i,
          "init-" + i,
          "RUNNABLE",
          "com.acme.C%d.<clinit>(C.java:3)".formatted(i),
          "- waiting on the Class initialization monitor for com.acme.C" + (1 - i));
    }
    assertThat(only(text).rule()).isEqualTo("lock-deadlock");
  }

  @Test
  void threadsThatComeAndGoAreOnePerTask() throws IOException {
    Finding churn = only(young(1, 100), young(2, 200), young(3, 300));
    assertThat(churn.rule()).isEqualTo("thread-per-task");
    assertThat(certainty(churn)).isEqualTo("proved");
    assertThat(churn.evidence())
        .containsEntry("ended", 12)
        .containsEntry("pattern", "Thread-#")
        .containsEntry("factory", "CompletableFuture.ThreadPerTaskExecutor");
  }

  private static DumpText young(int second, int from) {
    DumpText text = dump().at(second).idle(5, "pool-1-thread-1");
    for (int i = 0; i < 6; i++) {
      text.thread(
          from + i,
          "Thread-" + (from + i),
          1,
          0.4,
          "RUNNABLE",
          WORKS,
          text.jdk("java.util.concurrent.CompletableFuture$AsyncSupply.run", "C.java:1"),
          text.jdk("java.lang.Thread.run", "Thread.java:840"));
    }
    return text;
  }

  @Test
  void aFewOldThreadsAreNoChurn() throws IOException {
    DumpText first = dump().at(1);
    DumpText second = dump().at(2);
    for (int i = 0; i < 12; i++) {
      first.thread(40 + i, "Thread-" + i, 1, 600, "RUNNABLE", WORKS, "java.lang.Thread.run(T:1)");
    }
    assertThat(Judged.rules(first, second.idle(5, "pool-1-thread-1"))).isEmpty();
  }

  @Test
  void dumpsOfTwoJvmsAreNotCompared() throws IOException {
    String other = young(2, 30).toString().replace("0x00007f1", "0x00007e9");
    Diagnosis diagnosis = Judged.of(young(1, 10), other, young(3, 50));
    assertThat(diagnosis.findings()).isEmpty();
    assertThat(diagnosis.notes()).singleElement().asString().contains("different JVMs");
  }

  @Test
  void whatDoesNotMoveAndWhatIsHotIsSaidOfASeries() throws IOException {
    Diagnosis diagnosis = Judged.of(lasting(1, 0), lasting(2, 10), lasting(3, 20));
    assertThat(diagnosis.findings())
        .extracting(Finding::rule, Finding::severity)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple("hot-thread", Severity.INFO),
            org.assertj.core.groups.Tuple.tuple("stuck-thread", Severity.INFO));
    assertThat(diagnosis.findings().get(0).evidence()).containsEntry("cpuSeconds", 20.0);
  }

  private static DumpText lasting(int second, double age) {
    return dump()
        .at(second)
        .thread(30, "spinner", age * 1000, 100 + age, "RUNNABLE", WORKS)
        .reader(31, "job-1", READS)
        .idle(32, "job-2");
  }

  @ParameterizedTest
  @CsvSource({
    "com.zaxxer.hikari.pool.HikariPool.getConnection, HikariPool",
    "com.mongodb.internal.connection.DefaultConnectionPool.get, DefaultConnectionPool",
    "io.agroal.pool.ConnectionPool.getConnection, ConnectionPool",
    "org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager$1.get,"
        + " PoolingHttpClientConnectionManager",
  })
  void threadsInAnyKnownPoolWaitForAConnection(String borrow, String pool) throws IOException {
    Finding exhausted = only(borrowing(3, borrow));
    assertThat(exhausted.rule()).isEqualTo("connection-pool-exhausted");
    assertThat(exhausted.title()).isEqualTo("3 threads wait for a connection from " + pool);
    assertThat(exhausted.site()).isEqualTo(WAITS);
    assertThat(Judged.rules(borrowing(2, borrow))).isEmpty();
    assertThat(Judged.rules(borrowing(3, borrow.replace("get", "open")))).isEmpty();
  }

  private static DumpText borrowing(int threads, String borrow) {
    DumpText text = dump();
    for (int i = 0; i < threads; i++) {
      text.thread(
          21 + i,
          "order-" + i,
          "TIMED_WAITING (parking)",
          text.jdk("misc.Unsafe.park", "Native Method"),
          text.jdk("java.util.concurrent.locks.LockSupport.parkNanos", "LockSupport.java:252"),
          borrow + "(Pool.java:7)",
          WAITS,
          text.jdk("java.lang.Thread.run", "Thread.java:840"));
    }
    return text;
  }

  @Test
  void idleThreadsAreNobodysFault() throws IOException {
    DumpText text = dump();
    IntStream.range(0, 50).forEach(i -> text.idle(30 + i, "pool-1-thread-" + i));
    Diagnosis diagnosis = Judged.of(text, text.at(2));
    assertThat(diagnosis.findings()).isEmpty();
    assertThat(diagnosis.summary()).startsWith("Nothing is stuck as far as these dumps show");
    assertThat(diagnosis.pools())
        .singleElement()
        .extracting(PoolRow::name)
        .isEqualTo("pool-1-thread-#");
    assertThat(diagnosis.groups()).singleElement().extracting(StackGroup::count).isEqualTo(50);
  }
}
