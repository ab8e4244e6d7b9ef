package dev.snarl.rules;

import dev.snarl.snapshot.CarrierQueue;
import dev.snarl.snapshot.CarrierQueue.Holder;
import dev.snarl.snapshot.Timeline;
import dev.snarl.text.Figures;
import dev.snarl.text.Words;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * Virtual threads that are ready to run and find no carrier, since those that have one compute or
 * are pinned: the JVM takes no carrier away (https://openjdk.org/jeps/444). Constant time.
 */
final class CarrierStarvation implements Rule {
  private static final Declaration DECLARATION =
      new Declaration(
          "carrier-starvation",
          Family.COROUTINES_AND_LOOPS,
          "virtual threads that could run wait for a carrier",
          Cost.number("waiting", "virtual threads wait for a carrier", 10.0),
          Defaults.of("waitSeconds", 1.0),
          Severity.WARNING,
          Severity.CRITICAL);

  private static final int SHOWN = 5;

  @Override
  public Declaration declaration() {
    return DECLARATION;
  }

  @Override
  public List<Verdict> judge(Timeline timeline, Thresholds thresholds) {
    CarrierQueue queue = timeline.latest().carriers();
    return queue == null
            || queue.waitNanos() < thresholds.get("waitSeconds") * Figures.NANOS
            || queue.holders().isEmpty()
        ? List.of()
        : List.of(verdict(queue));
  }

  private static Verdict verdict(CarrierQueue queue) {
    Holder most = queue.holders().get(0);
    boolean computes = most.blockedIn() == null;
    String site =
        queue.holders().stream()
            .map(Holder::site)
            .filter(Objects::nonNull)
            .findFirst()
            .orElse("JVM");
    return new Verdict(
        "carriers",
        queue.deadlocked() ? Severity.CRITICAL : Severity.WARNING,
        site,
        title(queue, most),
        new Evidence()
            .number("waitSeconds", queue.waitNanos() / Figures.NANOS)
            .put("waiting", queue.waiting())
            .put("carriers", queue.carriers())
            .put("busyCarriers", queue.busy())
            .put("blockedIn", most.blockedIn())
            .put("certainty", queue.deadlocked() ? "proved" : null)
            .list(
                "holders",
                queue.holders().stream()
                    .limit(SHOWN)
                    .map(each -> "%d %s".formatted(each.carriers(), does(each)))
                    .collect(Collectors.toList()))
            .map(),
        queue.waiting(),
        computes
            ? "Hand work that computes for long to a pool of platform threads with as many threads as"
                + " processors, and wait for its result: a virtual thread keeps its carrier until it"
                + " blocks."
            : "Hand the call that pins to a pool of platform threads. Before JDK 24, replace"
                + " synchronized around it by a ReentrantLock; from then on only native frames and"
                + " class initializers pin.");
  }

  private static String title(CarrierQueue queue, Holder most) {
    String carriers = Figures.plural(queue.carriers(), "carrier");
    return queue.deadlocked()
        ? "Deadlock of virtual threads: %d of %s %s, and the one that must go on first has none"
            .formatted(most.carriers(), carriers, does(most))
        : "A virtual thread that could run has waited for a carrier for %s; %d of %s %s"
            .formatted(
                Figures.time(queue.waitNanos() / Figures.NANOS),
                most.carriers(),
                carriers,
                does(most));
  }

  private static String does(Holder holder) {
    String at = holder.site() == null ? "" : " at " + holder.site();
    return holder.blockedIn() == null
        ? "are busy" + at
        : "are pinned in %s%s".formatted(Words.call(holder.blockedIn()), at);
  }
}
