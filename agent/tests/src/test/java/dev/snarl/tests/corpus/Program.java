package dev.snarl.tests.corpus;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A program of the corpus and its labels; {@code examples/corpus/README.md} defines them. */
record Program(
    Path path,
    String claim,
    JdkRange jdk,
    List<String> flags,
    String twinOf,
    List<Expectation> expect,
    Map<String, Severity> allow,
    int seconds,
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

  List<Expectation> expected(int feature) {
    return expect.stream().filter(expectation -> expectation.jdks().covers(feature)).toList();
  }

  boolean differsByJdk() {
    return expect.stream().anyMatch(expectation -> !expectation.jdks().equals(JdkRange.ALL));
  }

  boolean allows(Finding finding) {
    Severity most = allow.get(finding.rule());
    return most != null && finding.severity().compareTo(most) <= 0;
  }
}
