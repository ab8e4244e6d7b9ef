package dev.snarl.tests.corpus;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.openjdk.jmc.common.item.IItemCollection;
import org.openjdk.jmc.common.util.IPreferenceValueProvider;
import org.openjdk.jmc.flightrecorder.CouldNotLoadRecordingException;
import org.openjdk.jmc.flightrecorder.JfrLoaderToolkit;
import org.openjdk.jmc.flightrecorder.rules.IResult;
import org.openjdk.jmc.flightrecorder.rules.IRule;
import org.openjdk.jmc.flightrecorder.rules.ResultToolkit;
import org.openjdk.jmc.flightrecorder.rules.RuleRegistry;
import org.openjdk.jmc.flightrecorder.rules.util.RulesToolkit;

/** The rules of JDK Mission Control over a recording with the settings {@code profile}. */
record MissionControl() implements Tool {
  private static final Logger PARSER = Logger.getLogger("org.openjdk.jmc");

  /**
   * What its rules can mean here, by their ids. Those about options, other processes, exceptions,
   * allocations and methods mean no fault of the corpus, and are not counted for or against it.
   */
  private static final Map<String, Set<String>> MEANINGS =
      Map.ofEntries(
          Map.entry("JavaBlocking", Set.of("lock-contention", "lock-deadlock")),
          Map.entry("ContextSwitch", Set.of("lock-contention")),
          Map.entry("SocketRead", slowPeer()),
          Map.entry("SocketWrite", slowPeer()),
          Map.entry("ApplicationHalts", Set.of("heap-pressure")),
          Map.entry("FullGc", Set.of("heap-pressure")),
          Map.entry("GcFreedRatio", Set.of("heap-pressure")),
          Map.entry("GcPauseRatio", Set.of("heap-pressure")),
          Map.entry("GcStall", Set.of("heap-pressure")),
          Map.entry("HighGc", Set.of("heap-pressure")),
          Map.entry("IncreasingLiveSet", Set.of("heap-pressure", "unbounded-queue", "thread-leak")),
          Map.entry("LongGcPause", Set.of("heap-pressure")),
          Map.entry("ClassLeak", Set.of("metaspace-limit")),
          Map.entry("IncreasingMetaSpaceLiveSet", Set.of("metaspace-limit")),
          Map.entry("MetaspaceOom", Set.of("metaspace-limit")),
          Map.entry("CodeCache", Set.of("code-cache-full")),
          Map.entry("HighJvmCpu", Set.of("jit-warm-up", "heap-pressure")));

  private static Set<String> slowPeer() {
    return Set.of(
        "async-blocking-pair",
        "blocking-in-coroutine",
        "blocking-io-pool",
        "common-pool-blocking",
        "serial-blocking",
        "stuck-task");
  }

  @Override
  public String title() {
    return "JFR, rules of JMC";
  }

  @Override
  public Set<String> claims() {
    return Set.of(
        "lock-contention",
        "heap-pressure",
        "metaspace-limit",
        "code-cache-full",
        "blocking-io-pool",
        "jit-warm-up");
  }

  @Override
  public List<Alarm> alarms(Shot shot) throws IOException, InterruptedException {
    PARSER.setLevel(Level.OFF);
    if (!shot.recorded()) {
      return List.of();
    }
    List<Alarm> alarms = new ArrayList<>();
    try (InputStream in = Files.newInputStream(shot.recording())) {
      IItemCollection items = JfrLoaderToolkit.loadEvents(in);
      Map<IRule, Future<IResult>> results =
          RulesToolkit.evaluateParallel(
              RuleRegistry.getRules(), items, IPreferenceValueProvider.DEFAULT_VALUES, 1);
      for (Map.Entry<IRule, Future<IResult>> each : results.entrySet()) {
        Set<String> meaning = MEANINGS.get(each.getKey().getId());
        if (meaning != null) {
          add(alarms, meaning, each.getValue().get());
        }
      }
    } catch (CouldNotLoadRecordingException | ExecutionException e) {
      throw new IllegalStateException(shot.program().name(), e);
    }
    return alarms;
  }

  private static void add(List<Alarm> alarms, Set<String> meaning, IResult result) {
    Severity severity =
        switch (result.getSeverity()) {
          case WARNING -> Severity.WARNING;
          case INFO -> Severity.INFO;
          default -> null;
        };
    if (severity != null) {
      String text = result.getSummary() + " " + result.getExplanation();
      alarms.add(new Alarm(meaning, severity, ResultToolkit.populateMessage(result, text, false)));
    }
  }
}
