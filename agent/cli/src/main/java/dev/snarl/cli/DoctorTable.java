package dev.snarl.cli;

import com.google.gson.JsonObject;
import dev.snarl.hypotheses.Answer;
import dev.snarl.hypotheses.Change;
import dev.snarl.rules.RulePage;
import java.util.List;

/** The doctor's answer as text. */
final class DoctorTable {
  private static final int NAMES = 22;

  private final Here here;

  DoctorTable(Here here) {
    this.here = here;
  }

  /** First what is true, then what is refuted, then the rest. */
  void verdicts(String application, List<JsonObject> judged) {
    here.say("Why is " + application + " slow?");
    here.out().println();
    for (Answer answer : Answer.values()) {
      for (JsonObject each : judged) {
        if (Json.text(each, "verdict").equals(answer.label())) {
          row(each, answer);
        }
      }
    }
  }

  void waiting(ChainsAnswer chains, double windowSeconds) {
    here.out().println();
    here.say(chains.total(windowSeconds));
    chains.widest().forEach(here::say);
    chains.more(windowSeconds).forEach(here::say);
  }

  void pools(JsonObject sizing) {
    here.out().println();
    List<JsonObject> pools = Json.items(sizing, "items");
    here.say(pools.isEmpty() ? "No pool has done enough to be sized." : "Pools");
    for (JsonObject pool : pools) {
      here.say("  " + Json.text(pool, "pool") + ": " + Json.text(pool, "advice"));
    }
  }

  void changes(List<Change> changes) {
    here.out().println();
    here.say(
        changes.isEmpty()
            ? "Nothing is much different in the last 10 s."
            : "Different in the last 10 s");
    changes.forEach(change -> here.say("  " + change.words()));
  }

  private void row(JsonObject each, Answer answer) {
    double window = Json.number(each, "windowSeconds");
    here.say(
        "%-8s  %s  %s%s"
            .formatted(
                answer.label(),
                padded(Json.text(each, "id")),
                Json.text(each, "number"),
                window > 0 ? " (%.0f s)".formatted(window) : ""));
    if (answer == Answer.TRUE) {
      here.say(
          "          %s  -> %s, %s"
              .formatted(
                  padded(""), Json.text(each, "look"), RulePage.reference(Json.text(each, "doc"))));
    }
  }

  private static String padded(String name) {
    return name + " ".repeat(Math.max(0, NAMES - name.length()));
  }
}
