package dev.snarl.tests.behaviour;

import dev.snarl.tests.Folders;
import dev.snarl.tests.ForkedJvm;
import dev.snarl.tests.Jdk;
import dev.snarl.tests.Usage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Compares what programs print and which tests fail without an agent and with Snarl. Exit status: 0
 * if nothing differs, 1 if something does, 2 for a bad option.
 */
final class Main {
  private static final String USAGE =
      """
      usage: scripts/behaviour [--jdk 17|21|25] [--only contract|suites|NAME] [--program NAME] [--with junit] [--repeats N] [--out FILE]

      contract  the programs of agent/tests (package contract), one of them in Kotlin, print hundreds of lines; without an agent,
                with Snarl, and with OpenTelemetry's agent alone, behind Snarl and before it. With Snarl each line must be as without.
      suites    tests of others, run without an agent (N times, to know which are unsteady) and with Snarl: the JSR-166 TCK of
                OpenJDK 17, from Debian's source package; Commons Lang and Pool, Kafka's client, Netty and Guava's testlib, from
                Maven Central. The same tests must fail: one that newly passes is a changed behaviour too.

      Builds the agent if it is not there, and installs what it needs by apt and Maven.

        --jdk      only on this Java (default: 17, 21 and 25 for the contract, 17 and 25 for the suites)
        --only     only this part, or one suite: jsr166, lang, pool, kafka, netty, guava
        --program  only this program of the contract: contract, objects, settings, coroutines, permissions, policy, hooks, …
        --with     junit: the suites but the TCK with snarl-junit, which must fail no test
        --repeats  runs without an agent (default 2)
        --out      write what was run and seen to this file, too\
      """;
  private static final List<String> NAMES =
      List.of("--jdk", "--only", "--program", "--with", "--repeats", "--out");

  private Main() {}

  public static void main(String[] words) throws IOException, InterruptedException {
    Map<String, String> options = new HashMap<>();
    for (int i = 0; i < words.length; i += 2) {
      if (!NAMES.contains(words[i]) || i + 1 == words.length) {
        Usage.end(USAGE, words);
      }
      options.put(words[i], words[i + 1]);
    }
    String only = options.getOrDefault("--only", "");
    boolean junit = "junit".equals(options.get("--with"));
    List<Suite> suites =
        Suite.ALL.stream()
            .filter(suite -> only.isEmpty() || only.matches("suites|" + suite.name()))
            .filter(suite -> !junit || !suite.equals(Suite.JSR166))
            .toList();
    if (suites.isEmpty() && !only.equals("contract")) {
      Usage.end(USAGE, words);
    }
    Report report = new Report();
    run(options, only, suites, report);
    report.say(report.sum());
    String out = options.get("--out");
    if (out != null) {
      Files.write(Path.of(out), report.lines());
    }
    System.exit(report.nothingDiffers() ? 0 : 1);
  }

  private static void run(
      Map<String, String> options, String only, List<Suite> suites, Report report)
      throws IOException, InterruptedException {
    String named = options.get("--jdk");
    List<Jdk> jdks = new ArrayList<>();
    for (int feature : named == null ? List.of(17, 21, 25) : List.of(Integer.valueOf(named))) {
      Jdk jdk = Jdk.of(feature);
      if (jdk.home() != null) {
        jdks.add(jdk);
        report.say("Java " + feature + ": " + jdk.home());
      }
    }
    int repeats = Integer.parseInt(options.getOrDefault("--repeats", "2"));
    Path target = Files.createDirectories(ForkedJvm.ROOT.resolve("target"));
    Path folder = Files.createTempDirectory(target, "behaviour");
    try {
      if (only.isEmpty() || only.equals("contract")) {
        new Contracts(report, folder, repeats, options.get("--program")).compare(jdks);
      }
      if (!only.equals("contract")) {
        List<Jdk> ends =
            named == null ? jdks.stream().filter(jdk -> jdk.feature() != 21).toList() : jdks;
        boolean junit = "junit".equals(options.get("--with"));
        new Suites(report, folder, repeats, junit).compare(suites, ends);
      }
    } finally {
      Folders.delete(folder);
    }
  }
}
