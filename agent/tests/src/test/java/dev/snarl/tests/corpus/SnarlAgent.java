package dev.snarl.tests.corpus;

import dev.snarl.tests.ForkedJvm;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The program runs once more, with the packaged agent. */
record SnarlAgent() implements Tool {
  @Override
  public String title() {
    return "Snarl";
  }

  @Override
  public Set<String> claims() {
    return Stream.of(Fault.values()).map(fault -> fault.rule).collect(Collectors.toSet());
  }

  @Override
  public List<Alarm> alarms(Shot shot) {
    String file = shot.program().file();
    Outcome outcome =
        new Run(shot.program(), shot.jdk(), "", shot.classPath(), false, ForkedJvm.JAR)
            .execute(false);
    return Stream.concat(
            outcome.score().hits().stream()
                .map(hit -> new Alarm(Set.of(hit.rule()), hit.severity(), hit.in(file))),
            outcome.score().falseAlarms().stream().map(Alarm::of))
        .toList();
  }
}
