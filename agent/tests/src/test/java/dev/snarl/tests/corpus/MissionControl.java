package dev.snarl.tests.corpus;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
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
import org.openjdk.jmc.flightrecorder.rules.Severity;
import org.openjdk.jmc.flightrecorder.rules.util.RulesToolkit;

/** The rules of JDK Mission Control over a recording. */
final class MissionControl {
  private static final Logger PARSER = Logger.getLogger("org.openjdk.jmc");

  private MissionControl() {}

  /**
   * Whether any rule but those about allocations warns or informs with the name of one of the
   * program's classes in its text. None of their texts has lines.
   */
  static boolean names(RecordedRuns.Shot shot) {
    PARSER.setLevel(Level.OFF);
    try (InputStream in = Files.newInputStream(shot.file())) {
      if (!shot.recorded()) {
        return false;
      }
      IItemCollection items = JfrLoaderToolkit.loadEvents(in);
      Map<IRule, Future<IResult>> results =
          RulesToolkit.evaluateParallel(
              RuleRegistry.getRules(), items, IPreferenceValueProvider.DEFAULT_VALUES, 1);
      for (Map.Entry<IRule, Future<IResult>> each : results.entrySet()) {
        IResult result = each.getValue().get();
        boolean speaks =
            List.of(Severity.WARNING, Severity.INFO).contains(result.getSeverity())
                && !each.getKey().getId().startsWith("Allocations.");
        String text =
            ResultToolkit.populateMessage(
                result, result.getSummary() + " " + result.getExplanation(), false);
        if (speaks && text.contains(shot.program().main())) {
          return true;
        }
      }
      return false;
    } catch (IOException | CouldNotLoadRecordingException | ExecutionException e) {
      throw new IllegalStateException(shot.program().name(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
