package dev.snarl.heap;

import dev.snarl.heap.graph.HeapDump;
import dev.snarl.heap.graph.Progress;
import dev.snarl.heap.hprof.Unreadable;
import dev.snarl.heap.triage.Report;
import dev.snarl.heap.triage.Triage;
import java.nio.file.Path;

/** From a dump to a report of what fills it; the entry point of the command line. */
public final class HeapTriage {
  private HeapTriage() {}

  /**
   * Reads a dump and runs all analyses.
   *
   * @param most entries of each list
   * @throws Unreadable with one line, whatever is wrong with the file
   */
  public static Report of(Path file, int most, Progress progress) throws Unreadable {
    return Reading.of(file, progress, dump -> of(dump, file, most));
  }

  /** The same of a dump that is open. */
  public static Report of(HeapDump dump, Path file, int most) {
    return new Triage(dump, most).report(file.toString());
  }
}
