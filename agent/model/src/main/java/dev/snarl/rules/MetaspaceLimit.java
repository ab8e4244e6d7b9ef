package dev.snarl.rules;

import dev.snarl.snapshot.Memory.Metaspace;
import dev.snarl.snapshot.Snapshot;
import dev.snarl.snapshot.Timeline;
import dev.snarl.text.Figures;
import dev.snarl.text.Words;
import java.util.ArrayList;
import java.util.List;

/**
 * Class data close to a configured limit. The limit applies to committed memory, and no other class
 * loader can use what one leaves unused. Committed memory therefore counts too, from a higher
 * threshold on. The used share of committed memory (jstat's MU of MC) proves nothing: metaspace
 * commits more when it needs more.
 */
final class MetaspaceLimit implements Rule {
  private static final Declaration DECLARATION =
      new Declaration(
          "metaspace-limit",
          Family.LIMITS,
          "class data are close to a configured limit",
          Cost.percent("committedBytes", "of the limit taken", 1.0).of("limitBytes"),
          Defaults.of("minShare", 0.9, "minCommittedShare", 0.95, "windowSeconds", 10.0),
          Severity.WARNING);

  static final String SITE = "metaspace";

  @Override
  public Declaration declaration() {
    return DECLARATION;
  }

  @Override
  public List<Verdict> judge(Timeline timeline, Thresholds thresholds) {
    Window window = Window.last(timeline, thresholds.get("windowSeconds"));
    Metaspace now = window.to().vitals().memory().metaspace();
    List<Verdict> verdicts = new ArrayList<>();
    for (Space space :
        List.of(
            new Space("MaxMetaspaceSize", now.used(), now.committed(), now.limit()),
            new Space(
                "CompressedClassSpaceSize",
                now.classUsed(),
                now.classCommitted(),
                now.classLimit()))) {
      if (space.limit() > 0
          && (space.used() >= thresholds.get("minShare") * space.limit()
              || space.committed() >= thresholds.get("minCommittedShare") * space.limit())) {
        verdicts.add(verdict(space, window));
      }
    }
    return verdicts;
  }

  private static Verdict verdict(Space space, Window window) {
    long loaded = window.to().vitals().memory().metaspace().loaded();
    double loading = loadedPerSecond(window);
    return new Verdict(
        space.option(),
        Severity.WARNING,
        SITE,
        "%s of %s: %s taken, %s of it in use, of %s%s"
            .formatted(
                Figures.percent((double) space.committed() / space.limit()),
                space.option(),
                Words.bytes(space.committed()),
                Words.bytes(space.used()),
                Words.bytes(space.limit()),
                loading >= 1 ? "; %s classes/s are loaded".formatted(Figures.number(loading)) : ""),
        new Evidence()
            .put("limit", space.option())
            .put("usedBytes", space.used())
            .put("committedBytes", space.committed())
            .put("limitBytes", space.limit())
            .put("classesLoaded", loaded < 0 ? null : loaded)
            .number("classesLoadedPerSecond", loading)
            .number("windowSeconds", window.seconds())
            .map(),
        1,
        "Raise -XX:"
            + space.option()
            + ", or remove it. If the number of classes keeps growing, find who makes them (proxies,"
            + " scripts, class loaders that are not let go): jcmd PID VM.classloader_stats.");
  }

  private static double loadedPerSecond(Window window) {
    Snapshot from = window.from();
    long before = from == null ? -1 : from.vitals().memory().metaspace().loaded();
    long now = window.to().vitals().memory().metaspace().loaded();
    return before < 0 || now < 0 ? Double.NaN : Math.max(0, now - before) / window.seconds();
  }

  /** A part of metaspace with a limit, -1 for none. */
  private record Space(String option, long used, long committed, long limit) {}
}
