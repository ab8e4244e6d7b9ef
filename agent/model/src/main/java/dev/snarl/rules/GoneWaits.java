package dev.snarl.rules;

import dev.snarl.snapshot.Need;
import dev.snarl.snapshot.Snapshot;
import dev.snarl.snapshot.Wait;
import dev.snarl.text.Words;
import java.util.ArrayList;
import java.util.List;

/**
 * Threads that wait, without time-out, for what a thread or a task did that has ended, by their
 * lines. Only likely: another may do it yet.
 */
final class GoneWaits {
  private GoneWaits() {}

  static List<Verdict> at(Snapshot now, double seconds) {
    List<Verdict> verdicts = new ArrayList<>();
    LostWait.bySite(now, seconds, need -> need instanceof Need.Gone)
        .forEach((site, waits) -> verdicts.add(verdict(site, waits)));
    return verdicts;
  }

  private static Verdict verdict(String site, List<Wait> waits) {
    Need.Gone gone = (Need.Gone) waits.get(0).need();
    String who = LostWait.who(waits);
    return new Verdict(
        "gone at " + site,
        Severity.WARNING,
        site,
        title(who, gone),
        LostWait.waiters(
                new Evidence()
                    .put("certainty", "likely")
                    .put("gone", gone.who().isEmpty() ? null : gone.who())
                    .put("did", gone.what().isEmpty() ? null : gone.what())
                    .put("failure", gone.failure())
                    .put("skipped", gone.skipped())
                    .put("left", gone.left())
                    .odds(gone.odds())
                    .put("waitingThreads", waits.size()),
                waits)
            .map(),
        waits.size(),
        advice(gone));
  }

  private static String advice(Need.Gone gone) {
    if (gone.inside()) {
      return "Find what the other end waits for: a line or a length that was not sent or not flushed,"
          + " a stream's header, or room because both ends write first. Set a time-out"
          + " (Socket.setSoTimeout) where a thread reads.";
    }
    return gone.takes()
        ? "Catch and log what a consumer throws inside its loop, so that one bad element does not"
            + " end it; let producers offer with a time-out, and notice a consumer that has ended."
        : "Act on every path, also where the task throws: complete the future, count the latch"
            + " down or signal in a finally block, and wait with a time-out.";
  }

  private static String title(String who, Need.Gone gone) {
    if (gone.what().isEmpty()) {
      String why = gone.left() == null ? "no thread's code arrives there any more" : gone.left();
      if (gone.failure() != null) {
        why = "since %s in %s, %s".formatted(gone.failure(), gone.who(), why);
      }
      return "%s at %s, and likely nobody ends that: %s".formatted(who, Words.a(gone.task()), why);
    }
    String end = gone.failure() == null ? "has ended" : "was ended by " + gone.failure();
    if (gone.takes()) {
      return "%s to put into a full queue, from which likely nobody takes any more: %s %s"
          .formatted(who, gone.who(), end);
    }
    if (gone.left() != null) {
      return "%s at %s, and likely nobody ends that: %s in %s, which had it, has ended, and %s"
          .formatted(who, Words.a(gone.task()), gone.what(), gone.who(), gone.left());
    }
    String does = gone.skipped() == null ? "which ended such waits" : "which has it";
    String before = gone.skipped() == null ? "" : " before " + gone.skipped();
    return "%s at %s, and likely nobody ends that: %s in %s, %s, %s%s"
        .formatted(who, Words.a(gone.task()), gone.what(), gone.who(), does, end, before);
  }
}
