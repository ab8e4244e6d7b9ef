package dev.snarl.rules;

import dev.snarl.snapshot.Memory.Metaspace;
import dev.snarl.snapshot.Snapshot;
import dev.snarl.snapshot.Timeline;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Class data close to a limit that is set. How full metaspace is of what it has committed (jstat's
 * MU of MC) says nothing: it commits more when it needs more.
 */
final class MetaspaceLimit implements Rule {
  static final String SITE = "metaspace";

  @Override
  public String id() {
    return "metaspace-limit";
  }

  @Override
  public Map<String, Double> defaults() {
    return Defaults.of("minShare", 0.9, "windowSeconds", 10.0);
  }

  @Override
  public List<Verdict> judge(Timeline timeline, Thresholds thresholds) {
    Window window = Window.last(timeline, thresholds.get("windowSeconds"));
    Metaspace now = window.to().vitals().memory().metaspace();
    double least = thresholds.get("minShare");
    List<Verdict> verdicts = new ArrayList<>();
    if (near(now.used(), now.limit(), least)) {
      verdicts.add(verdict("MaxMetaspaceSize", now.used(), now.limit(), window));
    }
    if (near(now.classUsed(), now.classLimit(), least)) {
      verdicts.add(verdict("CompressedClassSpaceSize", now.classUsed(), now.classLimit(), window));
    }
    return verdicts;
  }

  private static boolean near(long used, long limit, double share) {
    return limit > 0 && used >= share * limit;
  }

  private static Verdict verdict(String option, long used, long limit, Window window) {
    Metaspace now = window.to().vitals().memory().metaspace();
    double loading = loadedPerSecond(window);
    return new Verdict(
        option,
        Severity.WARNING,
        SITE,
        "%s of %s is used, %s of %s%s"
            .formatted(
                Words.percent((double) used / limit),
                option,
                Words.bytes(used),
                Words.bytes(limit),
                loading > 0
                    ? ", and %s classes/s are loaded".formatted(Words.number(loading))
                    : ""),
        new Evidence()
            .put("limit", option)
            .put("usedBytes", used)
            .put("limitBytes", limit)
            .put("classesLoaded", now.loaded() < 0 ? null : now.loaded())
            .number("classesLoadedPerSecond", loading)
            .number("windowSeconds", window.seconds())
            .map(),
        1,
        "Raise -XX:"
            + option
            + ", or remove it. If the number of classes keeps growing, find who makes them (proxies,"
            + " scripts, class loaders that are not let go): jcmd PID VM.classloader_stats.");
  }

  private static double loadedPerSecond(Window window) {
    Snapshot from = window.from();
    long before = from == null ? -1 : from.vitals().memory().metaspace().loaded();
    long now = window.to().vitals().memory().metaspace().loaded();
    return before < 0 || now < 0 ? Double.NaN : Math.max(0, now - before) / window.seconds();
  }
}
