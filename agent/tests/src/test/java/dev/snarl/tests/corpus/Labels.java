package dev.snarl.tests.corpus;

import dev.snarl.tests.corpus.Program.Evidence;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the header of one program; an unreadable label ends the run. */
final class Labels {
  private static final Pattern LABEL =
      Pattern.compile(" \\* ([a-z ]+?)(?: \\(jdk ([\\d.]+)\\))?: (.*)");
  private static final Pattern MARK = Pattern.compile("// <(\\w+)>$");
  private static final Pattern EXPECT =
      Pattern.compile("([a-z-]+) (info|warning|critical) at (\\w+(?: or \\w+)*|code cache)");
  private static final Pattern EVIDENCE = Pattern.compile("([a-z-]+) (\\w+) at (\\w+)");

  private record Label(String key, String jdks, String value) {}

  private final Path path;
  private final List<String> lines;
  private final List<Label> labels = new ArrayList<>();
  private final Map<String, Integer> marks = new HashMap<>();

  private Labels(Path path, List<String> lines) {
    this.path = path;
    this.lines = lines;
  }

  static Program read(Path path) {
    try {
      Labels labels = new Labels(path, Files.readAllLines(path));
      labels.scan();
      return labels.program();
    } catch (IOException e) {
      throw new IllegalStateException(path.toString(), e);
    }
  }

  private void scan() {
    boolean header = true;
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i);
      Matcher mark = MARK.matcher(line);
      if (mark.find()) {
        marks.put(mark.group(1), i + 1);
      }
      header &= !line.contains("*/");
      if (header && i > 0) {
        scan(line);
      }
    }
  }

  private void scan(String line) {
    Matcher label = LABEL.matcher(line);
    int last = labels.size() - 1;
    if (label.matches()) {
      String jdks = label.group(2) == null ? ".." : label.group(2);
      labels.add(new Label(label.group(1), jdks, label.group(3)));
    } else if (line.startsWith(" *   ") && last >= 0) {
      Label first = labels.get(last);
      labels.set(
          last, new Label(first.key, first.jdks, first.value + " " + line.substring(3).strip()));
    } else if (!line.isBlank()) {
      throw unreadable("label", line);
    }
  }

  private Program program() {
    List<Expectation> expect = new ArrayList<>();
    List<Expectation> missed = new ArrayList<>();
    List<Evidence> evidence = new ArrayList<>();
    Map<String, Severity> allow = new HashMap<>();
    Map<String, String> single = new HashMap<>();
    for (Label label : labels) {
      switch (label.key) {
        case "expect" -> expect.add(expectation(label));
        case "missed" -> missed.add(expectation(label));
        case "evidence" -> evidence.add(evidence(label.value));
        case "allow" -> {
          String[] words = words(label.value).toArray(String[]::new);
          allow.merge(words[0], Severity.of(words[1]), (a, b) -> a.compareTo(b) < 0 ? b : a);
        }
        case "claim",
            "jdk",
            "flags",
            "seconds",
            "full",
            "libraries",
            "limits",
            "group",
            "network",
            "twin of" ->
            single.put(label.key, label.value);
        default -> throw unreadable("label", label.key);
      }
    }
    if (!single.containsKey("claim")) {
      throw unreadable("header without a claim", "");
    }
    String network = single.getOrDefault("network", "");
    if (!network.isEmpty() && !network.equals("own")) {
      throw unreadable("network", network);
    }
    return new Program(
        path,
        single.get("claim"),
        JdkRange.of(single.getOrDefault("jdk", "17..")),
        words(single.get("flags")),
        single.getOrDefault("twin of", ""),
        expect,
        missed,
        allow,
        Integer.parseInt(single.getOrDefault("seconds", "0")),
        single.containsKey("full"),
        words(single.get("libraries")).stream().sorted().toList(),
        words(single.get("limits")),
        new Place(words(single.get("group")), !network.isEmpty()),
        evidence);
  }

  private Expectation expectation(Label label) {
    Matcher match = EXPECT.matcher(label.value);
    if (!match.matches()) {
      throw unreadable("expectation", label.value);
    }
    boolean place = Expectation.PLACES.contains(match.group(3));
    List<Integer> at = new ArrayList<>();
    for (String mark : place ? new String[0] : match.group(3).split(" or ")) {
      at.add(line(mark, label.value));
    }
    return new Expectation(
        JdkRange.of(label.jdks),
        match.group(1),
        Severity.of(match.group(2)),
        at,
        place ? match.group(3) : "");
  }

  private Evidence evidence(String value) {
    Matcher match = EVIDENCE.matcher(value);
    if (!match.matches()) {
      throw unreadable("evidence", value);
    }
    return new Evidence(match.group(1), match.group(2), line(match.group(3), value));
  }

  private int line(String mark, String label) {
    Integer line = marks.get(mark);
    if (line == null) {
      throw unreadable("mark", label);
    }
    return line;
  }

  private static List<String> words(@Nullable String text) {
    return text == null ? List.of() : List.of(text.strip().split("\\s+"));
  }

  private IllegalArgumentException unreadable(String what, String text) {
    return new IllegalArgumentException(path + ": unreadable " + what + ": " + text.strip());
  }
}
