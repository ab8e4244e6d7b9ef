package dev.snarl.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import standstill.StandsStill;

/** A wait is lost only where nobody is left who could end it. */
class NobodyLeftTest {
  private static final Pattern LOST =
      Pattern.compile(".*lost-wait.*no thread is left that could.*");

  /** What still ends it. */
  private static final List<String> ENDERS =
      List.of(
          "timer",
          "schedule",
          "delay",
          "deadline",
          "hook",
          "signal",
          "management",
          "cleaner",
          "child",
          "client",
          "sleeper",
          "reader",
          "initializer",
          "logger",
          "events",
          "caller");

  /** What does not end it. */
  private static final List<String> OTHERS = List.of("nobody", "input");

  @OnJdk
  void aWaitIsLostOnlyWhereNobodyIsLeft(Jdk jdk) {
    List<String> enders = new ArrayList<>(ENDERS);
    if (jdk.feature() >= 21) {
      enders.add("virtual");
    }
    Map<String, Running> all = new LinkedHashMap<>();
    try {
      for (List<String> those : List.of(enders, OTHERS)) {
        for (String by : those) {
          all.put(by, ForkedJvm.on(jdk).agent("jfr=off").start(StandsStill.class, by));
        }
      }
      all.values().forEach(each -> each.awaitErr(ReadyLineTest.READY_WITHOUT_HTTP));
      OTHERS.forEach(other -> Objects.requireNonNull(all.get(other)).awaitErr(LOST));
      for (String ender : enders) {
        Running running = Objects.requireNonNull(all.get(ender));
        assertThat(running.err()).as(ender).noneMatch(line -> line.contains("lost-wait"));
        assertThat(running.out()).as(ender).isEmpty();
      }
    } finally {
      all.values().forEach(Running::close);
    }
  }
}
