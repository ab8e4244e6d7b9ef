package dev.snarl.tests;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * {@code scripts/soak}: programs that make and drop much of one kind, each without the agent and
 * with it. Exit status: 0 if nothing grows and every count is right, 1 if not, 2 for a bad option.
 */
final class SoakLoads {
  private static final String USAGE =
      """
      usage: scripts/soak [--jdk 17|25] [--minutes N] [--only LOAD]… [--share F] [--out FILE]

      Loads, each without the agent and with it: 1,000,000 pools, 1,000,000 threads, 10,000,000 futures, 100,000 call sites (a
      class and a loader for each), 100 redeployments in one Tomcat, and all of it mixed for an hour. At intervals heap,
      metaspace, threads, descriptors and the agent's own objects are measured, and at the end the agent's counts are compared
      with the program's.

        --jdk      Java of the programs (default 17)
        --minutes  length of the mixed load (default 60; its control without the agent takes a quarter of that more)
        --only     pools, threads, futures, sites, redeploys or mixed; may be repeated
        --share    of the counts above (default 1)
        --out      write a page with what was seen\
      """;
  private static final Map<String, Long> COUNTS = new LinkedHashMap<>();

  static {
    COUNTS.put("pools", 1_000_000L);
    COUNTS.put("threads", 1_000_000L);
    COUNTS.put("futures", 10_000_000L);
    COUNTS.put("sites", 100_000L);
    COUNTS.put("redeploys", 100L);
    COUNTS.put("mixed", 0L);
  }

  private static final int SAMPLES = 16;

  /** A quantity: its key in a sample, its name, unit and slack in that unit. */
  private record Measured(String key, String name, int unit, String word, int slack) {
    String show(@Nullable Series series) {
      if (series == null) {
        return "–";
      }
      String format = word.isEmpty() ? "%.0f → %.0f" : "%.1f → %.1f " + word;
      return format.formatted(series.first() / unit, series.last() / unit);
    }
  }

  private static final List<Measured> MEASURED =
      List.of(
          new Measured("heap", "heap after full collections", 1 << 20, "MB", 2),
          new Measured("metaspace", "metaspace", 1 << 20, "MB", 2),
          new Measured("threads", "threads", 1, "", 2),
          new Measured("descriptors", "file descriptors", 1, "", 2),
          new Measured("own", "objects of the agent's own classes", 1 << 20, "MB", 1));

  private final Jdk jdk;
  private final double minutes;
  private final double share;
  private final List<String> rows = new ArrayList<>();
  private final List<String> truths = new ArrayList<>();
  private final List<String> wrong = new ArrayList<>();

  private SoakLoads(Jdk jdk, double minutes, double share) {
    this.jdk = jdk;
    this.minutes = minutes;
    this.share = share;
  }

  public static void main(String[] words) throws IOException {
    Map<String, String> options = new HashMap<>();
    List<String> only = new ArrayList<>();
    for (int i = 0; i < words.length; i += 2) {
      String value = i + 1 < words.length ? words[i + 1] : "";
      boolean load = words[i].equals("--only") && COUNTS.containsKey(value);
      if (load) {
        only.add(value);
      } else if (value.isEmpty() || !words[i].matches("--(jdk|minutes|share|out)")) {
        Usage.end(USAGE, words);
      }
      options.put(words[i], value);
    }
    Jdk jdk = Jdk.of(Integer.parseInt(options.getOrDefault("--jdk", "17")));
    if (!Files.isExecutable(jdk.java().resolveSibling("jcmd"))) {
      System.err.println("no jcmd beside " + jdk);
      System.exit(1);
    }
    SoakLoads loads =
        new SoakLoads(
            jdk,
            Double.parseDouble(options.getOrDefault("--minutes", "60")),
            Double.parseDouble(options.getOrDefault("--share", "1")));
    for (String load : only.isEmpty() ? COUNTS.keySet() : only) {
      loads.run(load);
    }
    System.out.println(loads.verdict());
    if (options.containsKey("--out")) {
      Files.writeString(
          Path.of(options.getOrDefault("--out", "")),
          loads.page("scripts/soak " + String.join(" ", words)));
    }
    System.exit(loads.wrong.isEmpty() ? 0 : 1);
  }

  private void run(String load) throws IOException {
    boolean mixed = load.equals("mixed");
    long seconds = Math.round(60 * minutes);
    long amount = mixed ? seconds : Math.max(1, Math.round(COUNTS.getOrDefault(load, 0L) * share));
    long samples =
        mixed ? Math.min(Math.max(SAMPLES, seconds / 15), 240) : Math.min(SAMPLES, amount);
    // The control of the mixed load is a quarter as long: it shows the noise and the program's own
    // growth.
    long part = mixed ? 4 : 1;
    SoakRun control =
        timed(load, Math.max(mixed ? 8 : 1, amount / part), Math.max(1, samples / part), false);
    SoakRun run = timed(load, amount, samples, true);
    run.complaints().forEach(complaint -> wrong.add(load + ": " + complaint));
    for (Measured quantity : MEASURED) {
      Series seen = run.series(quantity.key);
      Series base = control.series(quantity.key);
      if (seen != null) {
        boolean flat = seen.flat(base, (double) quantity.slack * quantity.unit);
        add(
            rows,
            "| %s | %s | %s | %s | %s |"
                .formatted(
                    load,
                    quantity.name,
                    quantity.show(base),
                    quantity.show(seen),
                    flat ? "flat" : "**grows**"));
        if (!flat) {
          wrong.add(load + ": " + quantity.name + " grows: " + seen + ", without " + base);
        }
      }
    }
    add(truths, "- " + load + ": " + run.truth());
  }

  private SoakRun timed(String load, long amount, long samples, boolean withAgent)
      throws IOException {
    long began = System.nanoTime();
    Path folder = Files.createTempDirectory("snarl-soak-");
    SoakRun run;
    try {
      run = SoakRun.of(jdk, folder, load, amount, samples, withAgent);
    } finally {
      Folders.delete(folder);
    }
    System.out.printf(
        "%s %s the agent: %d s%n",
        load,
        withAgent ? "with" : "without",
        Duration.ofNanos(System.nanoTime() - began).toSeconds());
    return run;
  }

  private static void add(List<String> lines, String line) {
    lines.add(line);
    System.out.println(line);
  }

  private String verdict() {
    return wrong.isEmpty()
        ? "Nothing grows, and every count is right."
        : "- " + String.join("\n- ", wrong);
  }

  private String page(String command) throws IOException {
    return """
    # What comes and goes for long leaves nothing

    `%s`. Each row is a program that makes and drops much of one kind, once without the agent and once
    with it, the flight recorder included. After %d s of the same work to warm up it stops now and then, collects the heap and measures itself: the medians of
    the first and of the last quarter of its measurements. It *grows* if, with the agent, the last quarter is above the first by more than without it,
    than a slack of 2 MB (2 threads, 2 descriptors; 1 MB for the agent's own objects) and than twice the noise between neighbours.
    `mixed` does all but the redeployments in turns; its control is a quarter as long.

    - %s

    | load | quantity | without | with the agent | |
    |---|---|--:|--:|---|
    %s

    What the programs counted, and what the agent says:

    %s

    %s
    """
        .formatted(
            command,
            SoakRun.WARM_UP_SECONDS,
            Machine.describe(jdk),
            String.join("\n", rows),
            String.join("\n", truths),
            verdict());
  }
}
