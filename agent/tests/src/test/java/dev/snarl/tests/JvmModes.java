package dev.snarl.tests;

import static dev.snarl.tests.Harsh.with;

import dev.snarl.tests.programs.CollectedHooks;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Rows of {@link HarshJvmTest} for JVMs that check themselves, lay out objects in another way or
 * stop at one of their compilers.
 */
final class JvmModes {
  private static final String DIAGNOSTIC = "-XX:+UnlockDiagnosticVMOptions";
  private static final String EXPERIMENTAL = "-XX:+UnlockExperimentalVMOptions";
  private static final String COMPACT = "-XX:+UseCompactObjectHeaders";
  private static final String HEAP = "-Xmx256m";

  private JvmModes() {}

  static List<Harsh> all() {
    List<Harsh> all = new ArrayList<>();
    compilers(all);
    headers(all);
    verifiedHeaps(all);
    all.add(with("checked JNI", "-Xcheck:jni"));
    for (String level : List.of("debug", "trace")) {
      all.add(
          with(
                  "a log of redefined classes, " + level,
                  "-Xlog:redefine+class*=" + level + ":file=/dev/null::filecount=0")
              .atLeisure());
    }
    all.add(with("checkpoints", "-XX:CRaCCheckpointTo=snarl-checkpoint").whereKnown().atLeisure());
    return all;
  }

  private static void compilers(List<Harsh> all) {
    for (int level = 0; level <= 3; level++) {
      all.add(with("tiers up to " + level, "-XX:TieredStopAtLevel=" + level).atLeisure());
    }
  }

  private static void headers(List<Harsh> all) {
    all.add(with("compact object headers", COMPACT).on(25));
    for (String collector : List.of("Serial", "Parallel", "G1", "Z", "Shenandoah")) {
      all.add(
          with("compact object headers, " + collector, COMPACT, "-XX:+Use" + collector + "GC", HEAP)
              .running(CollectedHooks.class)
              .on(25)
              .atLeisure());
    }
    all.add(
        with("compact object headers, uncompressed references", COMPACT, "-XX:-UseCompressedOops")
            .running(CollectedHooks.class)
            .on(25)
            .atLeisure());
    // The JVM says with the time that it cannot use its archive.
    all.add(
        with(
                "uncompressed class pointers",
                "-XX:-UseCompressedClassPointers",
                "-Xlog:disable",
                "-Xlog:all=error")
            .running(CollectedHooks.class)
            .atLeisure());
    all.add(with("biased locks", "-XX:+UseBiasedLocking").on(17).atLeisure());
    for (int mode = 0; mode <= 2; mode++) {
      all.add(
          with("locking mode " + mode, EXPERIMENTAL, "-XX:LockingMode=" + mode)
              .on(21, 25)
              .atLeisure());
    }
  }

  /**
   * The JVM goes through the whole heap at each collection, and ends itself if one bit is wrong.
   */
  private static void verifiedHeaps(List<Harsh> all) {
    String[] heap = {"-XX:+VerifyBeforeGC", "-XX:+VerifyDuringGC", "-XX:+VerifyAfterGC"};
    for (String collector : List.of("Serial", "Parallel", "G1")) {
      all.add(verified(collector, heap));
    }
    all.add(
        verified(
            "Z",
            "-XX:+ZVerifyObjects",
            "-XX:+ZVerifyRoots",
            "-XX:+ZVerifyMarking",
            "-XX:+ZVerifyForwarding"));
    all.add(verified("Shenandoah", "-XX:+ShenandoahVerify").on(17, 25));
    all.add(
        verified("G1", Stream.concat(Stream.of(COMPACT), Stream.of(heap)).toArray(String[]::new))
            .on(25));
  }

  private static Harsh verified(String collector, String... flags) {
    List<String> all =
        new ArrayList<>(List.of(DIAGNOSTIC, "-XX:+Use" + collector + "GC", "-Xmx128m"));
    all.addAll(List.of(flags));
    String compact = all.contains(COMPACT) ? ", compact object headers" : "";
    return with("a verified heap, " + collector + compact, all.toArray(String[]::new))
        .running(CollectedHooks.class)
        .atLeisure();
  }
}
