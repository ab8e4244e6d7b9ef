package dev.snarl.tests.corpus;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What guides to thread dumps tell people to look for: a thread that is blocked on a monitor at the
 * same place in three dumps in a row. A thread that waits is no sign: so do all idle workers.
 */
record BlockedThreads() implements Tool {
  private static final Pattern BLOCKED =
      Pattern.compile(
          "^(\".*?\") .*\\R\\s+java\\.lang\\.Thread\\.State: BLOCKED.*\\R((?:\\s+(?:at|-) .*\\R)+)",
          Pattern.MULTILINE);
  private static final Pattern FRAME = Pattern.compile("at (?!java|jdk|sun)\\S+\\((\\S+:\\d+)\\)");
  private static final int IN_A_ROW = 3;

  @Override
  public String title() {
    return "blocked in three thread dumps";
  }

  @Override
  public Set<String> claims() {
    return Set.of("lock-deadlock", "lock-contention");
  }

  @Override
  public List<Alarm> alarms(Shot shot) throws IOException {
    return in(Files.readString(shot.output()));
  }

  static List<Alarm> in(String output) {
    List<Set<String>> dumps = new ArrayList<>();
    String[] parts = output.split("Full thread dump", -1);
    for (int i = 1; i < parts.length; i++) {
      dumps.add(blocked(parts[i]));
    }
    List<Alarm> alarms = new ArrayList<>();
    for (int i = IN_A_ROW; i <= dumps.size(); i++) {
      Set<String> always = new HashSet<>(dumps.get(i - 1));
      dumps.subList(i - IN_A_ROW, i).forEach(always::retainAll);
      always.forEach(
          each ->
              alarms.add(
                  new Alarm(Set.of("lock-deadlock", "lock-contention"), Severity.WARNING, each)));
    }
    return alarms;
  }

  /** Each such thread with the first line of the application in its stack. */
  private static Set<String> blocked(String dump) {
    Set<String> threads = new HashSet<>();
    Matcher thread = BLOCKED.matcher(dump);
    while (thread.find()) {
      Matcher frame = FRAME.matcher(thread.group(2));
      threads.add(thread.group(1) + " at " + (frame.find() ? frame.group(1) : "?"));
    }
    return threads;
  }
}
