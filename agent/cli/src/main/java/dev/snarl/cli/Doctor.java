package dev.snarl.cli;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.snarl.hypotheses.Answer;
import dev.snarl.hypotheses.Change;
import dev.snarl.hypotheses.Measure;
import dev.snarl.hypotheses.Moment;
import dev.snarl.rules.Severity;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * {@code doctor}: why is it slow? Every usual suspicion with its verdict and the deciding number.
 */
@Command(
    name = "doctor",
    description = "Say why it is slow: every usual suspicion, true, false or not seen, and why.")
final class Doctor implements Callable<Integer> {
  private static final double MOST_SECONDS = 70;
  private static final int LAST_MINUTE = 60;

  private final Here here;

  @Mixin private Target target = new Target();
  @Mixin private FailOn failOn = new FailOn();

  @Option(
      names = "--nginx-log",
      paramLabel = "FILE",
      description = "error.log of the nginx in front")
  private @Nullable Path nginxLog;

  @Option(
      names = "--nginx-conf",
      paramLabel = "FILE",
      description = "nginx.conf of the nginx in front")
  private @Nullable Path nginxConf;

  @Option(
      names = "--since",
      paramLabel = "TIME",
      converter = Seconds.Reader.class,
      description = "compare the last 10 s with the time since so long ago (default 70s, the most)")
  private @Nullable Seconds since;

  @Option(names = "--json", description = "print a JSON object")
  private boolean json;

  Doctor(Here here) {
    this.here = here;
  }

  @Override
  public Integer call() throws Failure {
    failOn.severity();
    double from = since == null ? MOST_SECONDS : since.value();
    if (from <= Change.NOW_SECONDS || from > MOST_SECONDS) {
      throw Failure.usage("--since takes a time above 10s, and at most 70s, which the agent keeps");
    }
    FrontProxy proxy = FrontProxy.read(nginxLog, nginxConf);
    Remote remote = target.open(here);
    JsonObject hypotheses = remote.get("api/hypotheses");
    JsonObject sizing = remote.get("api/sizing");
    JsonObject findings = remote.get("api/findings");
    JsonObject chains = remote.get("api/chains?seconds=" + LAST_MINUTE);
    List<JsonObject> judged = Json.items(hypotheses, "items");
    List<Moment> moments = moments(hypotheses);
    for (JsonObject hypothesis : judged) {
      if (Json.text(hypothesis, "id").equals(FrontProxy.ID)) {
        proxy.decide(hypothesis, LocalDateTime.now(ZoneId.systemDefault()));
      }
    }
    List<Change> changes = Change.between(moments, from);
    if (json) {
      here.out().println(object(hypotheses, sizing, findings, chains, changes));
    } else {
      DoctorTable table = new DoctorTable(here);
      table.verdicts(Json.text(hypotheses, "application"), judged);
      table.waiting(ChainsAnswer.of(chains), LAST_MINUTE);
      table.pools(sizing);
      table.changes(changes);
    }
    return failOn.code(worst(judged, findings));
  }

  private static JsonObject object(
      JsonObject hypotheses,
      JsonObject sizing,
      JsonObject findings,
      JsonObject chains,
      List<Change> changes) {
    JsonObject object = new JsonObject();
    object.add("application", hypotheses.get("application"));
    object.add("at", hypotheses.get("at"));
    object.add("hypotheses", hypotheses.get("items"));
    object.add("sizing", sizing.get("items"));
    object.add("waiting", waiting(chains));
    JsonArray changed = new JsonArray();
    for (Change change : changes) {
      JsonObject item = new JsonObject();
      item.addProperty("measure", change.measure().label());
      item.addProperty("before", change.before());
      item.addProperty("now", change.now());
      changed.add(item);
    }
    object.add("changed", changed);
    object.add("findings", findings.get("items"));
    return object;
  }

  private static JsonObject waiting(JsonObject chains) {
    JsonObject waiting = new JsonObject();
    for (String part :
        List.of("windowSeconds", "threadSeconds", "explainedRatio", "threadSecondsByEnd")) {
      waiting.add(part, chains.get(part));
    }
    return waiting;
  }

  /** A true hypothesis counts as a warning. */
  private static @Nullable Severity worst(List<JsonObject> judged, JsonObject findings) {
    Severity worst = Findings.worst(findings);
    boolean any =
        judged.stream().anyMatch(each -> Json.text(each, "verdict").equals(Answer.TRUE.label()));
    return any && (worst == null || worst.compareTo(Severity.WARNING) < 0)
        ? Severity.WARNING
        : worst;
  }

  private static List<Moment> moments(JsonObject answer) {
    List<Moment> moments = new ArrayList<>();
    for (JsonObject item : Json.items(answer, "moments")) {
      Map<Measure, Double> values = new EnumMap<>(Measure.class);
      for (Measure measure : Measure.values()) {
        JsonElement value = item.get(measure.label());
        if (value != null) {
          values.put(measure, Json.number(item, measure.label()));
        }
      }
      moments.add(new Moment(Json.number(item, "age"), values));
    }
    return moments;
  }
}
