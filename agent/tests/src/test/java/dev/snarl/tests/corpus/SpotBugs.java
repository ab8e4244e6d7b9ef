package dev.snarl.tests.corpus;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * SpotBugs' multithreaded correctness, at its default threshold, over the compiled programs. Its
 * patterns for unsynchronized data mean no fault of the corpus, and are not counted.
 */
record SpotBugs(String report) implements Tool {
  private static final Map<String, Set<String>> MEANINGS = new HashMap<>();

  static {
    for (String type :
        List.of(
            "NN_NAKED_NOTIFY",
            "UW_UNCOND_WAIT",
            "WA_NOT_IN_LOOP",
            "WA_AWAIT_NOT_IN_LOOP",
            "NO_NOTIFY_NOT_NOTIFYALL",
            "MWN_MISMATCHED_WAIT",
            "MWN_MISMATCHED_NOTIFY")) {
      MEANINGS.put(type, Set.of("lost-wait"));
    }
    MEANINGS.put("SWL_SLEEP_WITH_LOCK_HELD", Set.of("lock-contention"));
    MEANINGS.put("TLW_TWO_LOCK_WAIT", Set.of("lock-deadlock", "lost-wait"));
    MEANINGS.put("UL_UNRELEASED_LOCK", Set.of("lost-wait", "permits-exhausted"));
    MEANINGS.put("UL_UNRELEASED_LOCK_EXCEPTION_PATH", Set.of("lost-wait", "permits-exhausted"));
  }

  private static final Pattern LINE =
      Pattern.compile("^[HML] M (\\w+) \\w+: .* (?:At|In) (\\S+\\.(?:java|kt)):\\[lines? (\\d+).*");

  static SpotBugs over(Compiler compiler) throws IOException, InterruptedException {
    return new SpotBugs(
        ToolProcess.run(
            List.of(
                "-cp",
                ToolProcess.joined(ToolProcess.jars("com.github.spotbugs", "spotbugs")),
                "edu.umd.cs.findbugs.FindBugs2",
                "-effort:max",
                "-longBugCodes",
                "-bugCategories",
                "MT_CORRECTNESS",
                compiler.folder().toString())));
  }

  @Override
  public String title() {
    return "SpotBugs";
  }

  @Override
  public Set<String> claims() {
    return Set.of("lock-contention", "lock-deadlock", "lost-wait", "permits-exhausted");
  }

  @Override
  public List<Alarm> alarms(Shot shot) {
    return Alarm.of(report, LINE, MEANINGS, shot.program().file());
  }
}
