package dev.snarl.tests;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.snarl.tests.programs.Redeploys;
import dev.snarl.tests.programs.Soak;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** One JVM with a load of {@link SoakLoads} in it, to its end: samples, counts, complaints. */
final class SoakRun {
  static final int WARM_UP_SECONDS = 40;
  private static final Pattern OWN =
      Pattern.compile(
          "(?m)^ *\\d+: +\\d+ +(\\d+) +(?:dev\\.snarl\\.(?!tests)|java\\.util\\.concurrent\\.Snarl)");
  private static final int MOST_SITES = 2_000;

  private final Jdk jdk;
  private final String load;
  private final long amount;
  private final List<JsonObject> samples = new ArrayList<>();
  private JsonObject counted = new JsonObject();
  private @Nullable Long kept;
  private String page = "";
  private String health = "";
  private @Nullable Exit exit;

  private SoakRun(Jdk jdk, String load, long amount) {
    this.jdk = jdk;
    this.load = load;
    this.amount = amount;
  }

  static SoakRun of(
      Jdk jdk, Path folder, String load, long amount, long samples, boolean withAgent) {
    SoakRun run = new SoakRun(jdk, load, amount);
    ForkedJvm jvm =
        ForkedJvm.on(jdk)
            .flags("-Xmx512m", "-Djava.io.tmpdir=" + folder)
            .with("tomcat-embed-core-10.1.48");
    if (withAgent) {
      jvm.agent("port=0", "jfr=on");
    }
    boolean redeploys = load.equals("redeploys");
    try (Running program =
        redeploys
            ? jvm.start(Redeploys.class, "" + amount, "" + samples)
            : jvm.start(Soak.class, load, "" + amount, "" + samples, "" + WARM_UP_SECONDS)) {
      run.read(program, withAgent);
      if (withAgent) {
        run.ask(program);
      }
      run.exit = program.exit();
    }
    return run;
  }

  private void read(Running program, boolean withAgent) {
    int read = 0;
    while (true) {
      boolean alive = program.alive();
      List<String> lines = program.out();
      for (String line : lines.subList(read, lines.size())) {
        String rest = line.substring(line.indexOf(' ') + 1);
        if (line.startsWith("sample ")) {
          JsonObject sample = JsonParser.parseString(rest).getAsJsonObject();
          if (withAgent) {
            sample.addProperty("own", own(program.pid()));
          }
          samples.add(sample);
        } else if (line.startsWith("counted ")) {
          counted = JsonParser.parseString(rest).getAsJsonObject();
          return;
        } else if (line.startsWith("kept ")) {
          kept = Long.valueOf(rest);
          return;
        }
      }
      if (!alive) {
        throw new IllegalStateException("the program ended early: " + program.err());
      }
      read = lines.size();
      LockSupport.parkNanos(100_000_000);
    }
  }

  /** Bytes of the agent's own classes. */
  private long own(long pid) {
    Path jcmd = jdk.java().resolveSibling("jcmd");
    try {
      Process process = new ProcessBuilder(jcmd.toString(), "" + pid, "GC.class_histogram").start();
      String histogram =
          new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return OWN.matcher(histogram).results().mapToLong(row -> Long.parseLong(row.group(1))).sum();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A snapshot may be half a second old: asks until the thread starts agree, or for a while. */
  private void ask(Running program) {
    long deadline = System.nanoTime() + Duration.ofSeconds(20).toNanos();
    do {
      LockSupport.parkNanos(500_000_000);
      page = program.get("/metrics");
    } while (starts() != counted("threads", starts()) && System.nanoTime() < deadline);
    health = program.get("/healthz");
  }

  long amount() {
    return amount;
  }

  /** The first sample is before any work. */
  @Nullable Series series(String quantity) {
    List<Double> values =
        samples.stream()
            .skip(1)
            .filter(sample -> sample.has(quantity))
            .map(sample -> sample.get(quantity).getAsDouble())
            .toList();
    return values.size() < 2 ? null : Series.of(values);
  }

  /** What is not as it should be, of a run with the agent. */
  List<String> complaints() {
    List<String> wrong = new ArrayList<>();
    if (exit != null && exit.code() != 0) {
      wrong.add("ended with " + exit.code());
    }
    if (exit != null) {
      exit.err().stream()
          .filter(line -> !line.matches("snarl: (ready|WARNING|CRITICAL) .*"))
          .forEach(line -> wrong.add("said: " + line));
    }
    JsonObject status = JsonParser.parseString(health).getAsJsonObject();
    if (!status.get("status").getAsString().equals("ok")) {
      wrong.add("/healthz says " + health);
    }
    if (Metrics.sum(page, "snarl_agent_errors_total", "") != 0) {
      wrong.add("errors of its own are counted");
    }
    if (dropped("slots") != 0) {
      wrong.add("threads found no slot");
    }
    if (kept != null && kept != 0) {
      wrong.add(kept + " class loaders are kept");
    }
    if (starts() != counted("threads", starts())) {
      wrong.add(starts() + " thread starts counted of " + counted("threads", 0));
    }
    if (dropped("executors") > counted("pools", 0)) {
      wrong.add("more executors dropped than there were");
    }
    if (load.equals("sites")) {
      // Each class starts a thread, builds a pool, feeds it and waits.
      long most = 4 * amount - MOST_SITES;
      if (dropped("sites") < most || dropped("sites") > 1.1 * most + 20) {
        // The observer may meet a site, too.
        wrong.add(dropped("sites") + " sites dropped where " + most + " did not fit");
      }
    }
    return wrong;
  }

  /** What the program counted, against what the agent reports. */
  String truth() {
    if (kept != null) {
      return "%,d deployments, %d class loaders kept after full collections"
          .formatted(amount, kept);
    }
    return "%s; thread starts that the agent counted %,d; dropped: %s"
        .formatted(
            counted,
            starts(),
            Pattern.compile("snarl_agent_dropped_total\\{.*table=\"([^\"]+)\"\\} ([1-9]\\S*)")
                .matcher(page)
                .results()
                .map(row -> "%s %,.0f".formatted(row.group(1), Double.parseDouble(row.group(2))))
                .toList());
  }

  private long starts() {
    return Metrics.sum(page, "snarl_thread_starts_total", "");
  }

  private long dropped(String table) {
    return Metrics.sum(page, "snarl_agent_dropped_total", "table=\"" + table + "\"");
  }

  private long counted(String what, long otherwise) {
    return counted.has(what) ? counted.get(what).getAsLong() : otherwise;
  }
}
