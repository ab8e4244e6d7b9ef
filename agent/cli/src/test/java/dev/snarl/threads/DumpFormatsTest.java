package dev.snarl.threads;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every way in which HotSpot writes a dump, and what logs and shells make of it. */
class DumpFormatsTest {
  private static final String WAITS = "com.acme.Shop.order(Shop.java:41)";
  private static final String READS = "com.acme.Prices.fetch(Prices.java:12)";

  private static final String OLD =
      """
      2026-11-21 03:00:05
      Full thread dump Java HotSpot(TM) 64-Bit Server VM (25.342-b07 mixed mode):

      "left" #11 prio=5 os_prio=0 tid=0x00007f2a3c0e8000 nid=0x2f03 waiting for monitor entry [0x00007f2a1d5f4000]
         java.lang.Thread.State: BLOCKED (on object monitor)
      	at com.acme.Bank.move(Bank.java:20)
      	- waiting to lock <0x000000076ad0a1b8> (a com.acme.Account)
      	- locked <0x000000076ad0a1a8> (a com.acme.Account)
      	at com.acme.Bank$1.run(Bank.java:9)
      	at java.lang.Thread.run(Thread.java:748)

         Locked ownable synchronizers:
      	- None

      "right "quoted" #7" #12 prio=5 os_prio=0 tid=0x00007f2a3c0ea000 nid=0x2f04 waiting on condition [0x00007f2a1d4f3000]
         java.lang.Thread.State: WAITING (parking)
      	at sun.misc.Unsafe.park(Native Method)
      	- parking to wait for  <0x000000076ad0b000> (a java.util.concurrent.locks.ReentrantLock$NonfairSync)
      	at java.util.concurrent.locks.LockSupport.park(LockSupport.java:175)
      	at java.util.concurrent.locks.ReentrantLock.lock(ReentrantLock.java:285)
      	at com.acme.Bank.audit(Bank.java:30)
      	- eliminated <owner is scalar replaced> (a java.lang.Object)
      	- locked <0x000000076ad0a1b8> (a com.acme.Account)
      	at java.lang.Thread.run(Thread.java:748)

         Locked ownable synchronizers:
      	- <0x000000076ad0c000> (a java.util.concurrent.ThreadPoolExecutor$Worker)

      "auditor" #13 daemon prio=5 os_prio=0 tid=0x00007f2a3c0eb000 nid=0x2f05 in Object.wait() [0x00007f2a1d3f2000]
         java.lang.Thread.State: WAITING (on object monitor)
      	at java.lang.Object.wait(Native Method)
      	- waiting on <0x000000076ad0d000> (a java.lang.Object)
      	at java.lang.Object.wait(Object.java:502)
      	at com.acme.Bank.audited(Bank.java:50)
      	- locked <0x000000076ad0d000> (a java.lang.Object)

         Locked ownable synchronizers:
      	- <0x000000076ad0b000> (a java.util.concurrent.locks.ReentrantLock$NonfairSync)

      "VM Thread" os_prio=0 tid=0x00007f2a3c06f000 nid=0x2efb runnable

      JNI global references: 312

      """;

  private static final String JSON_25 =
      """
      {"threadDump": {"formatVersion": 2, "processId": 77, "time": "2026-11-21T03:00:05.5Z",
       "runtimeVersion": "25.0.1+8", "threadContainers": [
        {"container": "<root>", "parent": null, "owner": null, "threads": [
          {"tid": 3, "name": "main", "state": "WAITING", "stack": []}], "threadCount": 1},
        {"container": "java.util.concurrent.ThreadPoolExecutor@1a2b", "parent": "<root>", "threads": [
          {"tid": "31", "time": "2026-11-21T03:00:05.6Z", "name": "order-1", "state": "WAITING",
           "parkBlocker": {"object": "java.util.concurrent.FutureTask@44e3fb75"},
           "stack": ["java.base\\/jdk.internal.misc.Unsafe.park(Native Method)",
            "java.base\\/java.util.concurrent.locks.LockSupport.park(LockSupport.java:223)",
            "java.base\\/java.util.concurrent.FutureTask.awaitDone(FutureTask.java:500)",
            "java.base\\/java.util.concurrent.FutureTask.get(FutureTask.java:190)",
            "app//com.acme.Shop.order(Shop.java:41)",
            "java.base\\/java.util.concurrent.ThreadPoolExecutor.runWorker(ThreadPoolExecutor.java:1090)"],
           "monitorsOwned": [{"depth": 4, "locks": ["com.acme.Shop@7f", null]}]},
          {"tid": "32", "virtual": true, "name": "", "state": "BLOCKED", "blockedOn": "com.acme.Shop@7f",
           "carrier": "9", "newer": {"than": ["this", 1, {"reader": null}]},
           "stack": ["com.acme.Shop.price(Shop.java:7)", "java.base/java.lang.VirtualThread.run(VirtualThread.java:460)"]}
        ], "threadCount": 2}]}}
      """;

  private static List<DumpedThread> threads(Object text) throws IOException {
    return Judged.read(text).inOrder().get(0).threads();
  }

  @Test
  void java8WithOwnedSynchronizersIsRead() throws IOException {
    List<DumpedThread> threads = threads(OLD);
    assertThat(threads).extracting(DumpedThread::id).containsExactly(11L, 12L, 13L);
    assertThat(threads.get(1).name()).isEqualTo("right \"quoted\" #7");
    assertThat(threads.get(0).blocker())
        .isEqualTo(Blocker.of(Blocker.How.ENTER, "0x000000076ad0a1b8", "com.acme.Account"));
    assertThat(threads.get(0).held())
        .containsExactly(new Held("0x000000076ad0a1a8", "com.acme.Account"));
    assertThat(threads.get(1).held())
        .extracting(Held::id)
        .containsExactly("0x000000076ad0a1b8", "0x000000076ad0c000");
    assertThat(threads.get(1).stack().get(0).isNativeMethod()).isTrue();
    assertThat(threads.get(0).cpuSeconds()).isNaN();
  }

  @Test
  void aMonitorThatIsWaitedOnIsNotHeld() throws IOException {
    assertThat(threads(OLD).get(2).held())
        .extracting(Held::id)
        .containsExactly("0x000000076ad0b000");
  }

  /** Java 25 lists it as owned, too: with what is waited on and, in compiled code, without. */
  private static String inObjectWait(String waitingOn) {
    return """
        {"threadDump": {"formatVersion": 2, "processId": 77, "time": "2026-11-21T03:00:05.5Z",
         "runtimeVersion": "25.0.1+8", "threadContainers": [
          {"container": "<root>", "parent": null, "owner": null, "threads": [
            {"tid": 31, "name": "consumer", "state": "WAITING", %s
             "stack": ["java.base/java.lang.Object.wait0(Native Method)",
              "java.base/java.lang.Object.wait(Object.java:389)",
              "com.acme.Buffer.take(Buffer.java:12)",
              "com.acme.Buffer.run(Buffer.java:30)"],
             "monitorsOwned": [{"depth": 2, "locks": ["com.acme.Buffer@7f"]}]},
            {"tid": 32, "name": "producer-1", "state": "BLOCKED", "blockedOn": "com.acme.Buffer@7f",
             "stack": ["com.acme.Buffer.put(Buffer.java:20)", "com.acme.Shop.run(Shop.java:3)"]},
            {"tid": 33, "name": "producer-2", "state": "BLOCKED", "blockedOn": "com.acme.Buffer@7f",
             "stack": ["com.acme.Buffer.put(Buffer.java:20)", "com.acme.Shop.run(Shop.java:3)"]},
            {"tid": 34, "name": "producer-3", "state": "BLOCKED", "blockedOn": "com.acme.Buffer@7f",
             "stack": ["com.acme.Buffer.put(Buffer.java:20)", "com.acme.Shop.run(Shop.java:3)"]}
          ], "threadCount": 4}]}}
        """
        .formatted(waitingOn);
  }

  @Test
  void aMonitorThatAJsonDumpListsAsOwnedByItsWaiterIsNotHeld() throws IOException {
    for (String waitingOn : List.of("\"waitingOn\": \"com.acme.Buffer@7f\",", "")) {
      String dump = inObjectWait(waitingOn);
      assertThat(threads(dump).get(0).held()).as(dump).isEmpty();
      assertThat(Judged.of(dump).findings())
          .as(dump)
          .allSatisfy(finding -> assertThat(finding.title()).doesNotContain("consumer"));
    }
  }

  @Test
  void theJsonOfJava25NamesBlockersAndMonitors() throws IOException {
    List<DumpedThread> threads = threads(JSON_25);
    assertThat(threads).extracting(DumpedThread::id).containsExactly(3L, 31L, 32L);
    assertThat(threads.get(1).blocker())
        .isEqualTo(
            Blocker.of(
                Blocker.How.PARK,
                "java.util.concurrent.FutureTask@44e3fb75",
                "java.util.concurrent.FutureTask"));
    assertThat(threads.get(1).container()).startsWith("java.util.concurrent.ThreadPoolExecutor@");
    assertThat(threads.get(1).held())
        .containsExactly(new Held("com.acme.Shop@7f", "com.acme.Shop"));
    assertThat(threads.get(1).stack().get(4))
        .isEqualTo(new StackTraceElement("com.acme.Shop", "order", "Shop.java", 41));
    assertThat(threads.get(2).virtual()).isTrue();
    assertThat(threads.get(2).state()).isEqualTo(Thread.State.BLOCKED);
  }

  @ParameterizedTest
  @ValueSource(ints = {8, 11, 17, 21, 25})
  void thePairIsFoundInTheTextOfEachJava(int version) throws IOException {
    assertThat(Judged.of(pair(version, 1)).summary())
        .startsWith("2 threads held for 1 job: order-1 waits in get() for price-1, blocked in ")
        .contains("at " + WAITS + " (likely");
  }

  private static DumpText pair(int version, int second) {
    return new DumpText(version)
        .at(second)
        .waiter(21, "order-1", second, WAITS)
        .reader(22, "price-1", READS)
        .idle(23, "order-2")
        .idle(24, "price-2");
  }

  @Test
  void cpuAndAgeAreReadFromJava11On() throws IOException {
    DumpedThread thread =
        threads(new DumpText(11).thread(9, "busy", 1234.5, 60.25, "RUNNABLE", WAITS)).get(0);
    assertThat(thread.cpuSeconds()).isEqualTo(1.2345);
    assertThat(thread.elapsedSeconds()).isEqualTo(60.25);
  }

  @Test
  void everyFrameOfThoseFormatsIsRead() {
    assertThat(
            Stream.of(
                    "a.B.m(B.java:3)",
                    "a.B.m(java.base@17.0.1/B.java:3)",
                    "java.base/a.B.m(B.java:3)",
                    "app//a.B.m(B.java:3)",
                    "loader/mod@1.0/a.B.m(B.java:3)",
                    "a.B/0x00007f.m(B.java:3)")
                .map(FrameText::parse)
                .collect(Collectors.toSet()))
        .containsExactly(new StackTraceElement("a.B", "m", "B.java", 3));
    assertThat(Stream.of("", "(", ")(", "m(B.java:1)", "a.(B)", "some words (here)"))
        .allSatisfy(text -> assertThat(FrameText.parse(text)).isNull());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "web-1  | ",
        "2026-11-21T03:00:05.123456789Z stdout F ",
        "[2026-11-21 03:00:05,123] INFO out - "
      })
  void aDumpInALogIsReadThroughItsPrefix(String prefix) throws IOException {
    String log =
        "starting\n"
            + pair(17, 1)
                .toString()
                .lines()
                .map(line -> (prefix + line).replaceFirst("05[.,]\\d+", "07.5").stripTrailing())
                .collect(Collectors.joining("\n"));
    assertThat(threads(log)).hasSameSizeAs(threads(pair(17, 1)));
    assertThat(Judged.rules(log)).startsWith("async-blocking-pair");
  }

  @Test
  void linesOfOthersBetweenThoseOfAThreadDoNoHarm() throws IOException {
    String text =
        pair(17, 1)
            .toString()
            .replace(
                "FutureTask.java:429)\n", "FutureTask.java:429)\n03:00:05 INFO order placed\n");
    assertThat(threads(text)).isEqualTo(threads(pair(17, 1)));
  }

  @Test
  void theStackOfAnErrorBetweenThoseOfAThreadAccusesNobody() throws IOException {
    String text =
        pair(17, 1)
            .toString()
            .replace(
                "FutureTask.java:429)\n",
                "FutureTask.java:429)\njava.lang.IllegalStateException: no\n\tat com.acme.Odd.m(Odd.java:1)\n");
    assertThat(threads(text).get(0).damaged()).isTrue();
    assertThat(threads(text).get(0).stack()).noneMatch(f -> f.getClassName().endsWith("Odd"));
    assertThat(Judged.rules(text)).doesNotContain("async-blocking-pair");
  }

  @Test
  void windowsLineEndsAndPowerShellsEncodingAreRead() throws IOException {
    String windows = pair(17, 1).toString().replace("\n", "\r\n");
    assertThat(threads(windows)).isEqualTo(threads(pair(17, 1)));
    Dumps utf16 = Judged.read(StandardCharsets.UTF_16, windows);
    assertThat(utf16.inOrder().get(0).threads()).isEqualTo(threads(windows));
  }

  @Test
  void aSeriesIsPutInOrderByTime() throws IOException {
    Dumps dumps = Judged.read(pair(17, 9) + "noise\n" + pair(17, 3), pair(17, 5));
    List<ThreadDump> series = dumps.inOrder();
    assertThat(series).hasSize(3);
    assertThat(series.stream().map(dump -> String.valueOf(dump.at())).toList()).isSorted();
  }

  @Test
  void ownersOfLocksAreReadFromTheDeadlockReport() throws IOException {
    String report =
        """
        Found one Java-level deadlock:
        =============================
        "one":
          waiting for ownable synchronizer 0x000000076b000001, (a java.util.concurrent.locks.ReentrantLock$NonfairSync),
          which is held by "two"
        "two":
          waiting to lock monitor 0x00007f1000003000 (object 0x000000076b000002, a java.lang.Object),
          which is held by "one"

        Java stack information for the threads listed above:
        ===================================================
        "one":
        	at com.acme.Copy.of(Copy.java:1)

        Found 1 deadlock.
        """;
    ThreadDump dump = Judged.read(pair(17, 1).after(report)).inOrder().get(0);
    assertThat(dump.owners())
        .containsEntry("0x000000076b000001", "two")
        .containsEntry("0x000000076b000002", "one");
    assertThat(dump.threads()).hasSize(4);
  }
}
