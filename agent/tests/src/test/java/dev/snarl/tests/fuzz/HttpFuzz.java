package dev.snarl.tests.fuzz;

import dev.snarl.tests.Folders;
import dev.snarl.tests.Jdk;
import dev.snarl.tests.Machine;
import dev.snarl.tests.Usage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/**
 * Sends the same abuse to a decoy and to the service in turns, and checks that the agent answers as
 * it should, that nothing grows and no thread is stuck.
 */
final class HttpFuzz {
  static final String USAGE =
      """
      usage: scripts/fuzz heap [SECONDS]
             scripts/fuzz http [--jdk 17|21|25] [--requests N] [--slow N] [--seconds N] [--seed N] [--out FILE]

      http: starts benchmarks/attach-load/Hiccups.java, which measures its own latencies, with the agent behind a token, and a
      second one as a decoy. The same abuse is sent to the decoy and to the service in turns: what differs between the two is what
      the service feels of it, and not that the machine is busy. About 5 minutes on 2 cores. Exit status: 0 if the agent answered
      as it should, nothing grew and no thread was stuck; 1 if not; 2 for a bad option.

        --jdk       Java of the service (default 17)
        --requests  malformed requests to the service (default 100000)
        --slow      connections that send or read a byte now and then, all at once (default 1000)
        --seconds   length of a window without abuse and of the slow connections' (default 20)
        --seed      of the malformed requests (default 1)
        --out       write what was seen to this file, too\
      """;

  /** The agent's own limits, see docs/safety.md. */
  private static final int CONNECTIONS = 64;

  private static final Duration HEAD = Duration.ofSeconds(5);
  private static final Map<String, Long> SLACK =
      Map.of("heap kB", 1024L, "threads", 2L, "descriptors", 2L, "connections kept", 2L);

  record Options(int jdk, long requests, int slow, int seconds, long seed) {
    static Options of(Map<String, String> words) {
      return new Options(
          Integer.parseInt(words.getOrDefault("--jdk", "17")),
          Long.parseLong(words.getOrDefault("--requests", "100000")),
          Integer.parseInt(words.getOrDefault("--slow", "1000")),
          Integer.parseInt(words.getOrDefault("--seconds", "20")),
          Long.parseLong(words.getOrDefault("--seed", "1")));
    }
  }

  private interface Work {
    void run() throws IOException, InterruptedException;
  }

  private final Options options;
  private final Service service;
  private final Service decoy;
  private final List<String> lines = new ArrayList<>();
  private final List<String> problems = new ArrayList<>();
  private final Abuse abuse = new Abuse();
  private int asked;
  private double longestMillis;

  private HttpFuzz(Options options, Service service, Service decoy) {
    this.options = options;
    this.service = service;
    this.decoy = decoy;
  }

  public static void main(String[] words) throws IOException, InterruptedException {
    Map<String, String> given = new HashMap<>();
    for (int i = 0; i < words.length; i += 2) {
      if (!words[i].matches("--(jdk|requests|slow|seconds|seed|out)") || i + 1 == words.length) {
        Usage.end(USAGE, words);
      }
      given.put(words[i], words[i + 1]);
    }
    Options options = Options.of(given);
    HttpFuzz fuzz = run(options);
    fuzz.problems.forEach(problem -> System.out.println("*** " + problem));
    String out = given.get("--out");
    if (out != null && fuzz.problems.isEmpty()) {
      Files.writeString(Path.of(out), fuzz.page(options));
    }
    System.exit(fuzz.problems.isEmpty() ? 0 : 1);
  }

  static HttpFuzz run(Options options) throws IOException, InterruptedException {
    Jdk jdk = Jdk.of(options.jdk);
    Path folder = Files.createTempDirectory("snarl-fuzz-");
    try (Service service = new Service(jdk, Files.createDirectory(folder.resolve("service")));
        Service decoy = new Service(jdk, Files.createDirectory(folder.resolve("decoy")))) {
      HttpFuzz fuzz = new HttpFuzz(options, service, decoy);
      fuzz.run();
      return fuzz;
    } finally {
      Folders.delete(folder);
    }
  }

  List<String> lines() {
    return lines;
  }

  List<String> problems() {
    return problems;
  }

  private void run() throws IOException, InterruptedException {
    say("| window | requests/s | p50 | p99 | longest | longest stop of the JVM |");
    say("|---|--:|--:|--:|--:|--:|");
    // What is built once, at the first answer or the first abuse, is no growth.
    new Abuse().send(service.port(), 10_000_000, Math.max(200, options.requests / 100));
    try (SlowClients few = slowly(service, Math.min(options.slow, CONNECTIONS), 1)) {
      few.goOn();
    }
    LockSupport.parkNanos(HEAD.toNanos());
    Map<String, Long> before = service.measure();
    window("no abuse", this::rest);
    long half = options.requests / 2;
    for (int part = 0; part < 2; part++) {
      long first = options.seed + part * half;
      window("malformed requests to the decoy", () -> new Abuse().send(decoy.port(), first, half));
      window("malformed requests to the service", () -> abuse.send(service.port(), first, half));
    }
    window(
        "slow connections to the decoy",
        () -> slowly(decoy, options.slow, options.seconds).close());
    List<SlowClients> slow = new ArrayList<>();
    asked = 0;
    longestMillis = 0;
    window(
        "slow connections to the service",
        () -> {
          slow.add(slowly(service, options.slow, options.seconds));
          slow.get(0).close();
        });
    window("no abuse, after it", this::rest);
    Map<String, Long> after = settled(before);
    judge(before, after);
    say("");
    say(
        "Answers to %,d malformed requests: %s."
            .formatted(
                abuse.statuses().values().stream().mapToInt(n -> n).sum(), abuse.statuses()));
    say(
        "Of %,d slow connections, %,d at a time, %,d were cut off; beside them `/healthz` answered %d times, after %.0f ms at most."
            .formatted(
                slow.get(0).opened(), options.slow, slow.get(0).cut(), asked, longestMillis));
    say("Before and after: " + before + " and " + after + ".");
  }

  private void rest() {
    LockSupport.parkNanos(Duration.ofSeconds(options.seconds).toNanos());
  }

  private void window(String name, Work work) throws IOException, InterruptedException {
    service.window(name);
    work.run();
    say(service.window(name));
  }

  private SlowClients slowly(Service target, int count, int seconds)
      throws IOException, InterruptedException {
    SlowClients clients = new SlowClients(target.port(), count);
    long deadline = System.nanoTime() + Duration.ofSeconds(seconds).toNanos();
    while (System.nanoTime() - deadline < 0) {
      clients.goOn();
      long began = System.nanoTime();
      if (target.ask("/healthz").statusCode() != 200) {
        problems.add("/healthz does not answer 200 beside slow connections");
      }
      asked++;
      longestMillis = Math.max(longestMillis, (System.nanoTime() - began) / 1e6);
      LockSupport.parkNanos(200_000_000);
    }
    return clients;
  }

  /** What is left once the agent's own limits have passed, or what it was last. */
  private Map<String, Long> settled(Map<String, Long> before)
      throws IOException, InterruptedException {
    long deadline = System.nanoTime() + Duration.ofSeconds(30).toNanos();
    Map<String, Long> after = service.measure();
    while (!grown(before, after).isEmpty() && System.nanoTime() - deadline < 0) {
      LockSupport.parkNanos(1_000_000_000);
      after = service.measure();
    }
    return after;
  }

  private static List<String> grown(Map<String, Long> before, Map<String, Long> after) {
    return after.entrySet().stream()
        .filter(
            now ->
                now.getValue()
                    > before.getOrDefault(now.getKey(), 0L) + SLACK.getOrDefault(now.getKey(), 0L))
        .map(now -> now + " was " + before.get(now.getKey()))
        .toList();
  }

  private void judge(Map<String, Long> before, Map<String, Long> after)
      throws IOException, InterruptedException {
    abuse.wrong().stream().limit(20).forEach(problems::add);
    grown(before, after).forEach(grown -> problems.add("it grew: " + grown));
    long ticks = service.httpTicks();
    LockSupport.parkNanos(1_000_000_000);
    long used = service.httpTicks() - ticks;
    if (used > 20) {
      problems.add("the thread snarl-http used " + used + " ticks in an idle second");
    }
    if (service.ask("/api/findings").statusCode() != 200) {
      problems.add("/api/findings is not answered any more");
    }
  }

  private void say(String line) {
    lines.add(line);
    System.out.println(line);
  }

  private String page(Options chosen) throws IOException {
    return """
    # The agent's HTTP abused

    `scripts/fuzz http --jdk %d --requests %d --slow %d --seconds %d`. The service measures its
    own latencies; a window against the decoy, a second JVM, says what the abuse costs through the machine alone, since the fuzzer, the decoy and the
    service share its processors.

    - %s

    %s
    """
        .formatted(
            chosen.jdk,
            chosen.requests,
            chosen.slow,
            chosen.seconds,
            Machine.describe(Jdk.of(chosen.jdk)),
            String.join("\n", lines));
  }
}
