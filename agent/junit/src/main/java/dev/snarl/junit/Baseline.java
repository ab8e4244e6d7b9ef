package dev.snarl.junit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The file of what is known, a finding a line: rule, class and method, and the test in whose time
 * it occurs, or {@code -}. What occurs again is no failure. What does not occur in the whole JVM,
 * although its test passed there, is gone.
 */
final class Baseline {
  private record Entry(String rule, String place, String test) {}

  private final Path file;
  private final boolean write;
  private final Set<Entry> entries = new HashSet<>();
  private final Set<String> seen = new HashSet<>();
  private final Set<String> passed = new HashSet<>();
  private final Set<String> failed = new HashSet<>();

  Baseline(Path file, boolean write) throws IOException {
    this.file = file;
    this.write = write;
    for (String line : Files.exists(file) ? Files.readAllLines(file) : List.<String>of()) {
      String[] words = line.replaceFirst("(^|\\s)#.*", "").strip().split("\\s+", -1);
      if (words.length >= 2) {
        entries.add(new Entry(words[0], words[1], words.length > 2 ? words[2] : "-"));
      }
    }
  }

  /** It occurred, whether it would fail a test or not. */
  synchronized void saw(Tangle tangle) {
    seen.add(tangle.rule() + ' ' + tangle.place());
  }

  /** Whether it is no failure: it is known, or written down now. */
  synchronized boolean knows(Tangle tangle, String test) throws IOException {
    if (entries.stream().anyMatch(entry -> is(entry, tangle))) {
      return true;
    }
    if (write) {
      Entry entry = new Entry(tangle.rule(), tangle.place(), test);
      entries.add(entry);
      // One write, since several JVMs may append.
      Files.writeString(
          file,
          entry.rule() + ' ' + entry.place() + ' ' + entry.test() + '\n',
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND);
    }
    return write;
  }

  private static boolean is(Entry entry, Tangle tangle) {
    return entry.rule().equals(tangle.rule()) && entry.place().equals(tangle.place());
  }

  /** A test has ended. */
  synchronized void ended(Execution test, boolean successfully) {
    (successfully ? passed : failed).add(test.place());
  }

  /** What is known and did not occur where it should have, in sentences. */
  synchronized List<String> gone() {
    List<String> gone = new ArrayList<>();
    for (Entry entry : entries) {
      boolean ran = passed.contains(entry.test()) && !failed.contains(entry.test());
      if (!write && ran && !seen.contains(entry.rule() + ' ' + entry.place())) {
        gone.add(
            "%s at %s is gone: %s passed without it. Delete its line in %s."
                .formatted(entry.rule(), entry.place(), entry.test(), file));
      }
    }
    return gone;
  }
}
