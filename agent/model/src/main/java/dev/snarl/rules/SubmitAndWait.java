package dev.snarl.rules;

import dev.snarl.snapshot.SerialWait;
import dev.snarl.snapshot.Timeline;
import dev.snarl.text.Figures;
import dev.snarl.text.Words;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One thread submits work and waits for that same result, again and again: asynchronous code run in
 * sequence. Reads the latest snapshot alone, whose rows already span ten seconds.
 */
final class SubmitAndWait implements Rule {
  private static final Declaration DECLARATION =
      new Declaration(
          "submit-and-wait",
          Family.WASTED_THREADS,
          "a thread submits work and waits for it at once, again and again",
          Cost.threadSeconds("lostSeconds", "thread-seconds lost in sequence"),
          Defaults.of("minWaits", 20.0, "minWaitSeconds", 1.0, "minWaitShare", 0.9),
          Severity.WARNING);

  @Override
  public Declaration declaration() {
    return DECLARATION;
  }

  @Override
  public List<Verdict> judge(Timeline timeline, Thresholds thresholds) {
    Map<String, SerialWait> worst = new LinkedHashMap<>();
    for (SerialWait wait : timeline.latest().serialWaits()) {
      if (holds(wait, thresholds)) {
        worst.merge(wait.site(), wait, (a, b) -> b.waitNanos() > a.waitNanos() ? b : a);
      }
    }
    return worst.values().stream().map(SubmitAndWait::verdict).toList();
  }

  private static boolean holds(SerialWait wait, Thresholds thresholds) {
    return wait.waits() >= thresholds.get("minWaits")
        && wait.waitNanos() >= thresholds.get("minWaitSeconds") * Figures.NANOS
        && wait.waitNanos() >= thresholds.get("minWaitShare") * wait.cycleNanos();
  }

  private static Verdict verdict(SerialWait wait) {
    double waited = wait.waitNanos() / Figures.NANOS;
    double mean = waited / wait.waits();
    String form = form(wait.futureType());
    return new Verdict(
        wait.site(),
        Severity.WARNING,
        wait.site(),
        "%s sends one by one: %s waits of %s for a result it had just asked for (%s)"
            .formatted(wait.waiter(), Figures.number(wait.waits()), Figures.time(mean), form),
        new Evidence()
            .put("waiter", wait.waiter())
            .put("futureClass", wait.futureType())
            .put("form", form)
            .put("waits", wait.waits())
            .number("meanWaitSeconds", mean)
            .number("lostSeconds", waited)
            .number("waitShare", (double) wait.waitNanos() / Math.max(1, wait.cycleNanos()))
            .number("windowSeconds", wait.windowNanos() / Figures.NANOS)
            .map(),
        wait.waits(),
        "Submit the whole batch first and wait once at its end (CompletableFuture.allOf, "
            + "invokeAll, a Kafka callback and flush()), or pass the result on in a callback. "
            + "If order matters, keep the one thread and call the work directly.");
  }

  private static String form(String futureType) {
    return switch (Words.type(futureType)) {
      case "FutureRecordMetadata" -> "Kafka's send().get()";
      case "CompletableFuture" -> "supplyAsync().join()";
      case "FutureTask" -> "submit().get()";
      case "FutureResponse" -> "a request of ActiveMQ's, and its answer";
      case "ResponseFuture" -> "a request of RocketMQ's, and its answer";
      default -> "submit, then wait for " + Words.type(futureType);
    };
  }
}
