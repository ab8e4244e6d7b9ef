package dev.snarl.hypotheses;

import dev.snarl.snapshot.Host.Children;
import dev.snarl.snapshot.Snapshot;
import dev.snarl.text.Figures;
import java.util.ArrayList;
import java.util.List;

/**
 * Whether child processes and their streams stay open: the ends of pipes beyond the three of each
 * living child, comparing the newest third of the last minute's readings with the oldest.
 */
final class ChildSuspicion {
  private static final int STREAMS = 3;
  private static final int ENOUGH_LOOKS = 6;
  private static final double ENOUGH_SECONDS = 30;
  private static final long MANY = 10;

  private ChildSuspicion() {}

  static Opinion judge(Facts facts) {
    List<Children> looks = new ArrayList<>();
    for (Snapshot snapshot : facts.minute()) {
      Children children = snapshot.vitals().host().children();
      if (children.alive() >= 0 && children.pipes() >= 0) {
        looks.add(children);
      }
    }
    if (looks.isEmpty()) {
      return Opinion.notSeen("child processes could not be read");
    }
    Children now = looks.get(looks.size() - 1);
    String number =
        "child processes: %s alive, %s ended and not waited for; %s of pipes open"
            .formatted(
                Figures.number(now.alive()),
                Figures.number(Math.max(0, now.ended())),
                Figures.plural(now.pipes(), "end"));
    if (looks.stream().noneMatch(each -> each.alive() > 0 || each.pipes() >= STREAMS)) {
      return Opinion.notSeen("no child process was seen");
    }
    if (looks.size() < ENOUGH_LOOKS || facts.seconds() < ENOUGH_SECONDS) {
      return Opinion.over(facts.seconds(), Answer.NOT_SEEN, number);
    }
    List<Children> older = looks.subList(0, looks.size() / 3);
    List<Children> younger = looks.subList(2 * looks.size() / 3, looks.size());
    long least = younger.stream().mapToLong(ChildSuspicion::left).min().orElse(0);
    long most = older.stream().mapToLong(ChildSuspicion::left).max().orElse(0);
    Answer answer =
        least - most >= MANY ? Answer.TRUE : least <= most ? Answer.FALSE : Answer.NOT_SEEN;
    return Opinion.over(facts.seconds(), answer, number);
  }

  /** Ends of pipes and ended children that no living child explains. */
  private static long left(Children children) {
    return children.pipes() - STREAMS * children.alive() + Math.max(0, children.ended());
  }
}
