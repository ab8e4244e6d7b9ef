package dev.snarl.tests;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.snarl.tests.programs.AsksPeers;
import dev.snarl.tests.programs.LockHeldInProcess;
import dev.snarl.tests.programs.PassesMessages;
import dev.snarl.tests.programs.Sandbox;
import dev.snarl.tests.programs.ServesForever;
import dev.snarl.tests.programs.ShortWaits;
import dev.snarl.tests.programs.VirtualReaders;
import dev.snarl.tests.programs.VirtualRunners;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.assertj.core.data.Percentage;

/** {@code chains} follows a waiting request to the process that keeps the sandbox's threads. */
class ChainsTest {
  private static final Pattern THROUGH_THE_QUEUE =
      Pattern.compile(
          "http-exec-# in FutureTask\\.get\\(\\) at \\S+\\.Sandbox\\.handle\\(Sandbox\\.java:\\d+\\);"
              + "queue of sandbox-#;"
              + "sandbox-# in Process\\.waitFor\\(\\) at \\S+\\.Sandbox\\.run\\(Sandbox\\.java:\\d+\\);"
              + "\\[process\\] \\d+");

  private static final String HELD =
      "\\w+-# in Process\\.waitFor\\(\\) at \\S+\\.LockHeldInProcess\\.work\\(LockHeldInProcess\\.java:\\d+\\);"
          + "\\[process\\] \\d+";

  private static void awaitChain(int seconds, String address, Pattern chain) {
    Deadline.in(Duration.ofSeconds(seconds))
        .until(
            () -> chains(address, "--collapsed").toString(),
            () ->
                chains(address, "--collapsed").stream().anyMatch(chain.asMatchPredicate())
                    ? true
                    : null);
  }

  @OnJdk
  void aRequestIsFollowedThroughTheQueueToTheProcess(Jdk jdk) {
    try (Running program = ForkedJvm.on(jdk).agent("port=0").start(Sandbox.class)) {
      program.awaitErr(ReadyLineTest.READY);
      String address = program.address().toString();
      awaitChain(90, address, THROUGH_THE_QUEUE);
      assertThat(chains(address, "--last", "1m").get(0))
          .matches("Threads waited .+ in the last 60 s; \\d+ % of it ends in a known cause\\.");
      JsonObject answer = json(chains(address, "--json"));
      assertThat(answer.get("explainedRatio").getAsDouble()).isBetween(0.5, 1.0);
      assertReadable(json(chains(address, "--speedscope")));
      Exit refused = ForkedJvm.on(Jdk.of(17)).command("chains", address, "--last", "2m");
      assertThat(refused.code()).isEqualTo(2);
      assertThat(refused.err()).containsExactly("snarl: --last takes 1m, 5m or 1h");
    }
  }

  @OnJdk
  void aSocketLeadsToItsPeer(Jdk jdk) {
    try (Running program = ForkedJvm.on(jdk).agent("port=0", "jfr=on").start(AsksPeers.class)) {
      int port = Integer.parseInt(program.awaitOut(AsksPeers.PORT).group(1));
      program.awaitErr(ReadyLineTest.READY);
      String address = program.address().toString();
      Pattern peer =
          Pattern.compile(
              "asks-# in \\S+\\(\\) at \\S+\\.AsksPeers\\.ask\\(AsksPeers\\.java:\\d+\\);"
                  + "peer (localhost|127\\.0\\.0\\.1):(\\*|%d);\\[socket\\] \\d+".formatted(port));
      awaitChain(90, address, peer);
    }
  }

  /** Java 25 has a few of its own, which poll sockets. */
  @OnJdk({21, 25})
  void virtualThreadsAreCountedWhereTheyWait(Jdk jdk) {
    try (Running program = ForkedJvm.on(jdk).agent("port=0").start(VirtualReaders.class)) {
      program.awaitErr(ReadyLineTest.READY);
      Pattern metric = Pattern.compile("snarl_virtual_threads\\{.*state=\"waiting\".*} 4\\d\\.0");
      Pattern chain =
          Pattern.compile(
              "virtual thread # in Socket\\$SocketInputStream\\.read\\(\\)"
                  + " at \\S+\\.VirtualReaders\\.read\\(VirtualReaders\\.java:25\\);"
                  + "\\[socket\\] \\d+");
      String address = program.address().toString();
      Deadline.in(Duration.ofSeconds(60))
          .until(
              () -> chains(address, "--collapsed").toString(),
              () -> {
                boolean both =
                    program.get("/metrics").lines().anyMatch(metric.asMatchPredicate())
                        && chains(address, "--collapsed").stream()
                            .anyMatch(chain.asMatchPredicate());
                return both ? true : null;
              });
    }
  }

  @OnJdk({21, 25})
  void aVirtualThreadThatRunsATaskOrHoldsALockIsFollowedToWhatItWaitsIn(Jdk jdk) {
    try (Running program = ForkedJvm.on(jdk).agent("port=0").start(VirtualRunners.class)) {
      program.awaitErr(ReadyLineTest.READY);
      String sleep =
          "virtual thread # in Thread\\.sleep\\(\\) at \\S+\\.VirtualRunners\\.pause\\(\\S+;\\[sleep\\] \\d+";
      Pattern asks = Pattern.compile("asks-# in FutureTask\\.get\\(\\) at \\S+;" + sleep);
      Pattern queues = Pattern.compile("queues-# in ReentrantLock\\.lock\\(\\) at \\S+;" + sleep);
      String address = program.address().toString();
      Deadline.in(Duration.ofSeconds(60))
          .until(
              () -> chains(address, "--collapsed").toString(),
              () -> {
                List<String> all = chains(address, "--collapsed");
                boolean both =
                    all.stream().anyMatch(asks.asMatchPredicate())
                        && all.stream().anyMatch(queues.asMatchPredicate());
                return both ? true : null;
              });
    }
  }

  @OnJdk
  void aTaskThatNeverEndsSleepsUntilItLooksAgain(Jdk jdk) {
    try (Running program = ForkedJvm.on(jdk).agent("port=0").start(ServesForever.class)) {
      program.awaitErr(ReadyLineTest.READY);
      String address = program.address().toString();
      for (String does : List.of("expires in \\S+\\.await", "cleans in Object\\.wait")) {
        String sleeps = "\\(\\) at \\S+\\.ServesForever\\.\\w+\\(\\S+;\\[sleep\\] \\d+";
        awaitChain(60, address, Pattern.compile(does + sleeps));
      }
    }
  }

  @OnJdk
  void behindAnEventLoopIsWhoGivesItSomethingToDo(Jdk jdk) {
    try (Running program = ForkedJvm.on(jdk).agent("port=0").start(PassesMessages.class)) {
      program.awaitErr(ReadyLineTest.READY);
      String address = program.address().toString();
      Pattern chain =
          Pattern.compile(
              "asks-# in (CompletableFuture\\.)?get\\(\\) at \\S+\\.PassesMessages\\.ask\\(\\S+;events;"
                  + "writer in Thread\\.sleep\\(\\) at \\S+\\.PassesMessages\\.write\\(\\S+;\\[sleep\\] \\d+");
      awaitChain(60, address, chain);
    }
  }

  @OnJdk
  void theHolderOfALockIsFollowedToWhatItDoesMeanwhile(Jdk jdk) {
    try (Running program = ForkedJvm.on(jdk).agent("port=0").start(LockHeldInProcess.class)) {
      program.awaitErr(ReadyLineTest.READY);
      String address = program.address().toString();
      Predicate<String> atTheMonitor =
          Pattern.compile("monitor-# in .*LockHeldInProcess.inMonitor.*;" + HELD)
              .asMatchPredicate();
      Predicate<String> atTheLock =
          Pattern.compile("lock-# in .*LockHeldInProcess.inLock.*;" + HELD).asMatchPredicate();
      Deadline.in(Duration.ofSeconds(90))
          .until(
              () -> chains(address, "--collapsed").toString(),
              () -> {
                List<String> all = chains(address, "--collapsed");
                boolean both =
                    all.stream().anyMatch(atTheMonitor) && all.stream().anyMatch(atTheLock);
                return both ? true : null;
              });
    }
  }

  @OnJdk
  void shortWaitsAreFollowedToWhoMustAct(Jdk jdk) {
    try (Running program = ForkedJvm.on(jdk).agent("port=0").start(ShortWaits.class)) {
      program.awaitErr(ReadyLineTest.READY);
      String address = program.address().toString();
      List<Pattern> expected =
          List.of(
              shortWait("turns-# in a monitor", "takeTurn", "turns-# in Thread.sleep()"),
              shortWait("hashes-# in Semaphore.acquire()", "hash", "hashes-# in Thread.sleep()"),
              shortWait("stores-# in CountDownLatch.await()", "store", "journal in Thread.sleep()"),
              shortWait("lines-# in ArrayBlockingQueue.put()", "line", "printer in Thread.sleep()"),
              shortWait("asks-# in CompletableFuture.get()", "ask", "answers in Thread.sleep()"),
              Pattern.compile(
                  "briefs-# in a monitor at \\S+\\.ShortWaits\\.takeBriefTurn\\S+;\\[brief\\] \\d+"),
              Pattern.compile("pauses-# in LockSupport\\.parkNanos\\(\\) at .*;\\[sleep\\] \\d+"),
              Pattern.compile("evicts-# in LockSupport\\.parkNanos\\(\\) at .*;\\[sleep\\] \\d+"));
      Deadline.in(Duration.ofSeconds(90))
          .until(
              () -> chains(address, "--collapsed").toString(),
              () -> {
                List<String> all = chains(address, "--collapsed");
                return expected.stream()
                        .allMatch(each -> all.stream().anyMatch(each.asMatchPredicate()))
                    ? true
                    : null;
              });
    }
  }

  private static Pattern shortWait(String first, String method, String last) {
    return Pattern.compile(
        Pattern.quote(first)
            + " at \\S+\\.ShortWaits\\.%s\\(ShortWaits\\.java:\\d+\\);".formatted(method)
            + Pattern.quote(last)
            + " at \\S+\\(ShortWaits\\.java:\\d+\\);\\[sleep\\] \\d+");
  }

  private static List<String> chains(String... arguments) {
    String[] command = new String[arguments.length + 1];
    command[0] = "chains";
    System.arraycopy(arguments, 0, command, 1, arguments.length);
    return Deadline.in(Duration.ofSeconds(30))
        .until(
            () -> "no snapshot",
            () -> {
              Exit exit = ForkedJvm.on(Jdk.of(17)).command(command);
              boolean tooEarly = exit.err().toString().contains("has taken no snapshot yet");
              assertThat(exit.code()).as("%s", exit).isIn(0, tooEarly ? exit.code() : 0);
              return tooEarly ? null : exit.out();
            });
  }

  private static JsonObject json(List<String> out) {
    return JsonParser.parseString(out.get(0)).getAsJsonObject();
  }

  /** By the rules of speedscope's file format. */
  private static void assertReadable(JsonObject file) {
    JsonArray frames = file.getAsJsonObject("shared").getAsJsonArray("frames");
    JsonObject profile = file.getAsJsonArray("profiles").get(0).getAsJsonObject();
    JsonArray samples = profile.getAsJsonArray("samples");
    assertThat(samples).isNotEmpty().hasSameSizeAs(profile.getAsJsonArray("weights"));
    for (JsonElement sample : samples) {
      for (JsonElement frame : sample.getAsJsonArray()) {
        assertThat(frame.getAsInt()).isBetween(0, frames.size() - 1);
      }
    }
    double sum = 0;
    for (JsonElement weight : profile.getAsJsonArray("weights")) {
      sum += weight.getAsDouble();
    }
    assertThat(sum)
        .isCloseTo(profile.get("endValue").getAsDouble(), Percentage.withPercentage(0.1));
  }
}
