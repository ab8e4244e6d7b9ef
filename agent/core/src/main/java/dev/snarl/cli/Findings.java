package dev.snarl.cli;

import com.google.gson.JsonObject;
import dev.snarl.rules.Severity;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code findings}: what the rules hold true now. */
@Command(name = "findings", description = "Print what the rules hold true now.")
final class Findings implements Callable<Integer> {
  private final Here here;

  @Mixin private Target target = new Target();
  @Mixin private FailOn failOn = new FailOn();

  @Option(names = "--json", description = "print what /api/findings answers")
  private boolean json;

  Findings(Here here) {
    this.here = here;
  }

  @Override
  public Integer call() throws Failure {
    failOn.severity();
    JsonObject answer = target.get(here, "api/findings");
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
    boolean any = false;
    for (JsonObject item : Json.items(answer, "items")) {
      any = true;
      here.say(
          "%s %s at %s: %s"
              .formatted(
                  Json.text(item, "severity").toUpperCase(Locale.ROOT),
                  Json.text(item, "rule"),
                  Json.text(item, "site"),
                  Json.text(item, "title")));
      here.say("  since " + Json.text(item, "firstSeen") + ", " + Json.text(item, "doc"));
      here.say("  " + Json.text(item, "remedy"));
    }
    if (!any) {
      here.say("no findings");
    }
  }
}
