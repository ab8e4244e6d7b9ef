package dev.snarl.tests.corpus;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A finding that must be reported on some JDKs: at one of these lines of the program, or at a place
 * where no line is to blame.
 */
record Expectation(
    JdkRange jdks, String rule, Severity severity, List<Integer> lines, String place) {
  static final List<String> PLACES = List.of("process", "heap", "metaspace", "code cache", "JVM");

  private static final Pattern SITE = Pattern.compile(".*\\(([\\w$]+\\.(?:java|kt)):(\\d+)\\)");

  /** Whether this is the finding's rule and site in this source file. */
  boolean describes(String file, Finding finding) {
    if (!finding.rule().equals(rule)) {
      return false;
    }
    if (!place.isEmpty()) {
      return finding.site().equals(place);
    }
    Matcher site = SITE.matcher(finding.site());
    return site.matches()
        && site.group(1).equals(file)
        && lines.contains(Integer.parseInt(site.group(2)));
  }

  String in(String file) {
    String where =
        place.isEmpty()
            ? file + ":" + lines.stream().map(String::valueOf).collect(Collectors.joining(" or "))
            : place;
    return "%s %s at %s".formatted(rule, severity, where);
  }
}
