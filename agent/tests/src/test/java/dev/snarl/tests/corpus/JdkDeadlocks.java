package dev.snarl.tests.corpus;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The deadlocks that the JVM itself prints behind a thread dump. */
record JdkDeadlocks() implements Tool {
  private static final Pattern SECTION =
      Pattern.compile(
          "Found (?:one|a) Java-level deadlock:.*?(?=Found \\d+ deadlock|\\z)", Pattern.DOTALL);

  @Override
  public String title() {
    return "the JDK's deadlock detection";
  }

  @Override
  public Set<String> claims() {
    return Set.of("lock-deadlock");
  }

  @Override
  public List<Alarm> alarms(Shot shot) throws IOException {
    return in(Files.readString(shot.output()));
  }

  static List<Alarm> in(String output) {
    List<Alarm> alarms = new ArrayList<>();
    Matcher section = SECTION.matcher(output);
    while (section.find()) {
      alarms.add(new Alarm(Set.of("lock-deadlock"), Severity.CRITICAL, section.group()));
    }
    return alarms;
  }
}
