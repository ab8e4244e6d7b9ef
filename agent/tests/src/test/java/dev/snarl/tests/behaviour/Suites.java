package dev.snarl.tests.behaviour;

import dev.snarl.tests.ForkedJvm;
import dev.snarl.tests.Jdk;
import dev.snarl.tests.Libraries;
import java.io.File;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/**
 * The suites of others, run some times without an agent and once with Snarl. The same tests must
 * fail: one that newly passes is a changed behaviour too.
 */
final class Suites {
  private static final List<String> JUNIT =
      List.of("org.junit.platform:junit-platform-console-standalone:1.13.4", "junit:junit:4.13.2");
  private static final Duration LIMIT = Duration.ofMinutes(25);

  /** In the message of a failure for a finding. */
  private static final String FINDING = "Intended: @Tangled(rule";

  /** How each test ended, the last lines of output, and failures for findings. */
  private record Ended(
      Map<String, String> tests, List<String> last, List<String> findings, long seconds) {}

  private final Report report;
  private final Path folder;
  private final int repeats;
  private final boolean junit;

  /** {@code junit}: with snarl-junit rather than with the agent alone. */
  Suites(Report report, Path folder, int repeats, boolean junit) {
    this.report = report;
    this.folder = folder;
    this.repeats = repeats;
    this.junit = junit;
  }

  private List<String> snarl(Suite suite) {
    return junit
        ? List.of(
            "-Djunit.jupiter.extensions.autodetection.enabled=true",
            "-Dsnarl.junit.app=" + suite.application())
        : Agents.snarl();
  }

  private List<Path> with(List<Path> path) {
    List<Path> more = new ArrayList<>(path);
    if (junit) {
      more.addAll(List.of(ForkedJvm.JAR, ForkedJvm.JUNIT));
    }
    return more;
  }

  void compare(List<Suite> suites, List<Jdk> jdks) throws IOException, InterruptedException {
    for (Suite suite : suites) {
      // JUnit first, since a suite may bring older parts of it.
      List<Path> path = new ArrayList<>(Libraries.jars(JUNIT));
      path.addAll(Libraries.jars(suite.coordinates()));
      if (suite.equals(Suite.JSR166)) {
        Path tck = tck(path);
        if (tck == null) {
          report.say("jsr166: the source package cannot be had");
          continue;
        }
        path.add(tck);
      }
      for (Jdk jdk : jdks) {
        compare(suite, jdk, path);
      }
    }
  }

  private void compare(Suite suite, Jdk jdk, List<Path> path)
      throws IOException, InterruptedException {
    List<Map<String, String>> bare = new ArrayList<>();
    for (int i = 0; i < repeats; i++) {
      bare.add(run(suite, jdk, path, List.of()).tests);
    }
    Map<String, String> first = bare.get(0);
    Set<String> unsteady = Report.unsteady(bare);
    Ended watched = run(suite, jdk, with(path), snarl(suite));
    for (String finding : watched.findings) {
      report.different(suite.name() + " on " + jdk.feature() + ": a finding failed: " + finding);
    }
    Set<String> differs = Report.differing(first, watched.tests);
    differs.removeAll(unsteady);
    if (!differs.isEmpty()) {
      Map<String, String> again = run(suite, jdk, with(path), snarl(suite)).tests;
      unsteady.addAll(Report.differing(watched.tests, again));
      differs.retainAll(Report.differing(first, again));
    }
    if (first.isEmpty()) {
      report.different(
          "%s on %d: no test ran: %s"
              .formatted(suite.name(), jdk.feature(), String.join(" | ", watched.last)));
    }
    Set<String> equal = new TreeSet<>(first.keySet());
    equal.removeAll(differs);
    equal.removeAll(unsteady);
    report.same(equal.size());
    for (String test : differs) {
      report.different(
          "%s on %d: %s: %s without, %s with Snarl"
              .formatted(
                  suite.name(), jdk.feature(), test, first.get(test), watched.tests.get(test)));
    }
    List<String> failing =
        first.keySet().stream()
            .filter(test -> Set.of("failure", "error").contains(first.get(test)))
            .toList();
    report.say(
        "%s on Java %d: %d tests, %d fail without and with, %d unsteady, %d differ; %d s"
            .formatted(
                suite.name(),
                jdk.feature(),
                first.size(),
                failing.size(),
                unsteady.size(),
                differs.size(),
                watched.seconds));
    failing.forEach(test -> report.say("  fails: " + test));
    new TreeSet<>(unsteady).forEach(test -> report.say("  unsteady: " + test));
  }

  /** The JSR-166 TCK, compiled; nothing where its sources cannot be had. */
  private @Nullable Path tck(List<Path> path) throws IOException {
    String source = System.getenv("SNARL_OPENJDK_TESTS");
    if (source == null || source.isEmpty()) {
      return null;
    }
    Path classes = folder.resolve("tck");
    List<String> words = new ArrayList<>(List.of("-nowarn", "-Xlint:none", "-proc:none"));
    words.addAll(List.of("-cp", joined(path), "-d", classes.toString()));
    try (Stream<Path> files = Files.list(Path.of(source, "jdk/java/util/concurrent/tck"))) {
      files.map(Path::toString).filter(file -> file.endsWith(".java")).forEach(words::add);
    }
    int code =
        ToolProvider.getSystemJavaCompiler().run(null, null, null, words.toArray(String[]::new));
    if (code != 0) {
      throw new IllegalStateException("the TCK does not compile");
    }
    return classes;
  }

  private Ended run(Suite suite, Jdk jdk, List<Path> path, List<String> agent)
      throws IOException, InterruptedException {
    Path reports = Files.createTempDirectory(folder, "suite");
    List<String> command = new ArrayList<>(List.of(jdk.java().toString()));
    command.addAll(agent);
    command.addAll(suite.flags());
    command.addAll(List.of("-cp", joined(path), "org.junit.platform.console.ConsoleLauncher"));
    command.addAll(List.of("execute", "--details=summary", "--disable-banner"));
    command.add("--reports-dir=" + reports);
    command.addAll(suite.selected());
    long began = System.nanoTime();
    Forked forked = Forked.run(command, reports, Duration.ZERO, LIMIT);
    long seconds = Duration.ofNanos(System.nanoTime() - began).toSeconds();
    Map<String, String> ended = new TreeMap<>();
    if (!forked.ended()) {
      ended.put("not ended within " + LIMIT, "error");
    }
    try (DirectoryStream<Path> files = Files.newDirectoryStream(reports, "TEST-*.xml")) {
      for (Path file : files) {
        read(file, ended);
      }
    }
    List<String> said = Agents.joined(forked.out(), forked.err());
    List<String> findings = new ArrayList<>();
    for (int i = 0; i < said.size(); i++) {
      if (said.get(i).contains(FINDING) || said.get(i).startsWith("snarl-junit: no agent")) {
        findings.add(String.join(" | ", said.subList(Math.max(0, i - 20), i + 2)));
      }
    }
    List<String> last = said.subList(Math.max(0, said.size() - 5), said.size());
    return new Ended(ended, last, findings, seconds);
  }

  private static void read(Path file, Map<String, String> ended) throws IOException {
    try {
      NodeList cases =
          DocumentBuilderFactory.newInstance()
              .newDocumentBuilder()
              .parse(file.toFile())
              .getElementsByTagName("testcase");
      for (int i = 0; i < cases.getLength(); i++) {
        Element test = (Element) cases.item(i);
        String status =
            Stream.of("failure", "error", "skipped")
                .filter(kind -> test.getElementsByTagName(kind).getLength() > 0)
                .findFirst()
                .orElse("passed");
        String name = test.getAttribute("classname") + "." + test.getAttribute("name");
        String key = name;
        for (int number = 2; ended.containsKey(key); number++) {
          key = name + "#" + number;
        }
        ended.put(key, status);
      }
    } catch (ParserConfigurationException | SAXException e) {
      throw new IOException(file.toString(), e);
    }
  }

  private static String joined(List<Path> paths) {
    return paths.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
  }
}
