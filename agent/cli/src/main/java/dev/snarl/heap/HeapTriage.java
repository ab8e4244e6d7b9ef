package dev.snarl.heap;

import dev.snarl.heap.graph.HeapDump;
import dev.snarl.heap.graph.Progress;
import dev.snarl.heap.graph.TooLarge;
import dev.snarl.heap.hprof.Unreadable;
import dev.snarl.heap.triage.Report;
import dev.snarl.heap.triage.Triage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/** From a file to a report; the entry point of the command line. */
public final class HeapTriage {
  private HeapTriage() {}

  /**
   * Reads a dump and runs all analyses.
   *
   * @param most entries of each list
   * @throws Unreadable with one line, whatever is wrong with the file
   */
  public static Report of(Path file, int most, Progress progress) throws Unreadable {
    try (HeapDump dump = HeapDump.open(file, progress)) {
      Report report = new Triage(dump, most).report(file.toString());
      progress.done("done", 1);
      return report;
    } catch (TooLarge e) {
      throw new Unreadable("it holds more than this reader can number: " + e.getMessage());
    } catch (IOException | UncheckedIOException e) {
      throw new Unreadable("it cannot be read: " + e.getMessage());
    }
  }
}
