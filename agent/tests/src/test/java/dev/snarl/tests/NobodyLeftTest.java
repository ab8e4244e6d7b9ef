package dev.snarl.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
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
          "sleeper");

  @OnJdk
  void aWaitIsLostOnlyWhereNobodyIsLeft(Jdk jdk) {
    List<Running> others = new ArrayList<>();
    try {
      for (String ender : ENDERS) {
        others.add(ForkedJvm.on(jdk).agent("jfr=off").start(StandsStill.class, ender));
      }
      others.forEach(each -> each.awaitErr(ReadyLineTest.READY_WITHOUT_HTTP));
      try (Running alone = ForkedJvm.on(jdk).agent("jfr=off").start(StandsStill.class, "nobody")) {
        alone.awaitErr(LOST);
      }
      for (int i = 0; i < others.size(); i++) {
        Running other = others.get(i);
        assertThat(other.err()).as(ENDERS.get(i)).noneMatch(line -> line.contains("lost-wait"));
        assertThat(other.out()).as(ENDERS.get(i)).isEmpty();
      }
    } finally {
      others.forEach(Running::close);
    }
  }
}
