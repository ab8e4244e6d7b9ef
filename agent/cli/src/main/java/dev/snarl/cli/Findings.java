package dev.snarl.cli;

import com.google.gson.JsonObject;
import dev.snarl.rules.RulePage;
import dev.snarl.rules.Severity;
import dev.snarl.rules.Verdict;
import dev.snarl.text.Figures;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code findings}: what the rules report now. */
@Command(name = "findings", description = "Print the findings that are open now.")
final class Findings implements Callable<Integer> {
  private final Here here;

  @Mixin private Target target = new Target();
  @Mixin private FailOn failOn = new FailOn();

  @Option(names = "--json", description = "print what /api/findings answers")
  private boolean json;

  @Option(
      names = "--follow",
      description =
          "print each finding when it opens, gets worse or better, and is resolved, until the JVM"
              + " ends; with --json in lines as the findings file has them")
  private boolean follow;

  @Option(
      names = "--for",
      paramLabel = "TIME",
      converter = Seconds.Reader.class,
      description = "follow no longer than this")
  private @Nullable Seconds most;

  Findings(Here here) {
    this.here = here;
  }

  @Override
  public Integer call() throws Failure {
    failOn.severity();
    Remote remote = target.open(here);
    if (follow || most != null) {
      double seconds = most == null ? Double.POSITIVE_INFINITY : most.value();
      return failOn.code(new Following(here, json).until(remote, seconds));
    }
    JsonObject answer = remote.get("api/findings");
    if (json) {
      here.out().println(answer);
    } else {
      show(answer);
    }
    return failOn.code(worst(answer));
  }

  /** The worst severity among the findings of an answer, null without. */
  static @Nullable Severity worst(JsonObject answer) {
    Severity worst = null;
    for (JsonObject item : Json.items(answer, "items")) {
      Severity severity = FailOn.of(Json.text(item, "severity"));
      if (severity != null && (worst == null || severity.compareTo(worst) > 0)) {
        worst = severity;
      }
    }
    return worst;
  }

  private void show(JsonObject answer) {
    List<JsonObject> items = Json.items(answer, "items");
    items.forEach(item -> show(here, item));
    if (items.isEmpty()) {
      here.say("no findings");
    }
  }

  private static String where(JsonObject item) {
    String library =
        item.get("evidence") instanceof JsonObject evidence
            ? Json.text(evidence, Verdict.LIBRARY)
            : "";
    return Json.text(item, "site") + (library.isEmpty() ? "" : " in library " + library);
  }

  /** What a fix gives back, where that is threads. */
  private static String frees(JsonObject item) {
    if (!(item.get("frees") instanceof JsonObject frees)) {
      return "";
    }
    double threads = Json.number(frees, "threads");
    return ", a fix gives back up to "
        + Figures.number(threads)
        + (threads == 1 ? " thread" : " threads");
  }

  /** A finding in four lines. */
  static void show(Here here, JsonObject item) {
    here.say(
        "%s %s at %s: %s"
            .formatted(
                Json.text(item, "severity").toUpperCase(Locale.ROOT),
                Json.text(item, "rule"),
                where(item),
                Json.text(item, "title")));
    here.say("  since " + Json.text(item, "firstSeen") + frees(item));
    here.say("  " + Json.text(item, "remedy"));
    here.say("  " + RulePage.reference(Json.text(item, "doc")));
  }
}
