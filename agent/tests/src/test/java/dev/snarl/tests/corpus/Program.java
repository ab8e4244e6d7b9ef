package dev.snarl.tests.corpus;

import dev.snarl.tests.Jdk;
import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A program of the corpus and its labels; {@code examples/corpus/README.md} defines them. */
record Program(
    Path path,
    String claim,
    JdkRange jdk,
    List<String> flags,
    String twinOf,
    List<Expectation> expect,
    List<Expectation> missed,
    Map<String, Severity> allow,
    int seconds,
    boolean full,
    List<String> libraries,
    List<String> limits,
    Place place,
    List<Evidence> evidence) {

  /** This value in the evidence of the rule's findings must name that line. */
  record Evidence(String rule, String key, int line) {}

  String file() {
    return path.getFileName().toString();
  }

  String name() {
    return file().substring(0, file().lastIndexOf('.'));
  }

  boolean kotlin() {
    return file().endsWith(".kt");
  }

  String main() {
    return kotlin() ? name() + "Kt" : name();
  }

  String group() {
    Path absolute = path.toAbsolutePath();
    return absolute.getName(absolute.getNameCount() - 2).toString();
  }

  /** Its folder and name. */
  String id() {
    return group() + "/" + name();
  }

  List<Expectation> expected(int feature) {
    return expect.stream().filter(expectation -> expectation.jdks().covers(feature)).toList();
  }

  /** What is wrong with it, whether Snarl finds it or not. */
  List<Expectation> faults() {
    return Stream.concat(expect.stream(), missed.stream()).toList();
  }

  List<Expectation> faults(int feature) {
    return faults().stream().filter(fault -> fault.jdks().covers(feature)).toList();
  }

  boolean differsByJdk() {
    return expect.stream().anyMatch(expectation -> !expectation.jdks().equals(JdkRange.ALL));
  }

  /** As its labels say, or since it is a fault that is missed as a rule. */
  boolean allows(Finding finding) {
    if (missed.stream().anyMatch(fault -> fault.describes(file(), finding))) {
      return true;
    }
    Severity most = allow.get(finding.rule());
    return most != null && finding.severity().compareTo(most) <= 0;
  }

  /** How to run it in this folder; its own flags come last, so that they decide. */
  ProcessBuilder command(
      List<String> prefix, Jdk jdk, List<String> flags, String classPath, Path folder) {
    List<String> command = new ArrayList<>(prefix);
    if (!limits.isEmpty()) {
      command.add("prlimit");
      limits.forEach(limit -> command.add("--" + limit));
    }
    command.add(jdk.java().toString());
    command.addAll(flags);
    String here = path.toAbsolutePath().getParent() + "/";
    this.flags.forEach(flag -> command.add(flag.replace("HERE/", here)));
    command.addAll(List.of("-cp", classPath, main()));
    ProcessBuilder builder =
        new ProcessBuilder(command).directory(folder.toFile()).redirectInput(new File("/dev/null"));
    builder.environment().keySet().removeIf(name -> name.matches("(SNARL_|JAVA_TOOL|JDK_JAVA).*"));
    return builder;
  }
}
