package dev.snarl.cli;

import com.google.gson.JsonObject;
import dev.snarl.rules.Severity;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * {@code findings --follow}: polls once a second and reports changes. It ends with the JVM, as at
 * the end of a test run; the highest severity seen decides the exit code.
 */
final class Following {
  private static final int PATIENCE = 3;

  private final Here here;
  private final boolean json;
  private Map<String, JsonObject> open = new HashMap<>();
  private @Nullable Severity worst;

  Following(Here here, boolean json) {
    this.here = here;
    this.json = json;
  }

  /** The highest severity seen until the agent has left or the time is over; null for none. */
  @Nullable Severity until(Remote remote, double seconds) throws Failure {
    long began = System.nanoTime();
    see(remote.get("api/findings"));
    int failed = 0;
    try {
      while (failed < PATIENCE && (System.nanoTime() - began) / 1e9 < seconds) {
        TimeUnit.SECONDS.sleep(1);
        try {
          see(remote.get("api/findings"));
          failed = 0;
        } catch (Failure e) {
          failed++;
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (failed == PATIENCE) {
      here.complain("the agent at " + remote + " does not answer any more");
    }
    return worst;
  }

  private void see(JsonObject answer) {
    Map<String, JsonObject> now = new HashMap<>();
    for (JsonObject item : Json.items(answer, "items")) {
      String id = Json.text(item, "id");
      now.put(id, item);
      JsonObject before = open.remove(id);
      if (before == null || !Json.text(before, "severity").equals(Json.text(item, "severity"))) {
        say(item, false);
      }
    }
    open.values().forEach(gone -> say(gone, true));
    open = now;
    Severity worstNow = Findings.worst(answer);
    if (worstNow != null && (worst == null || worstNow.compareTo(worst) > 0)) {
      worst = worstNow;
    }
  }

  private void say(JsonObject item, boolean resolved) {
    if (json) {
      item.addProperty("resolved", resolved);
      here.out().println(item);
    } else if (resolved) {
      here.say("RESOLVED " + Json.text(item, "rule") + " at " + Json.text(item, "site"));
    } else {
      Findings.show(here, item);
    }
    here.out().flush();
  }
}
