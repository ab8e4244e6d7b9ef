package dev.snarl.heap;

import dev.snarl.heap.graph.HeapDump;
import dev.snarl.heap.graph.Progress;
import dev.snarl.heap.graph.TooLarge;
import dev.snarl.heap.hprof.Unreadable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.function.Function;

/** Opens a dump for as long as somebody looks at it; whatever is wrong with it is one line. */
public final class Reading {
  private Reading() {}

  /**
   * What a look at the dump finds.
   *
   * @throws Unreadable with one line, whatever is wrong with the file
   */
  public static <T> T of(Path file, Progress progress, Function<HeapDump, T> look)
      throws Unreadable {
    try (HeapDump dump = HeapDump.open(file, progress)) {
      T found = look.apply(dump);
      progress.done("done", 1);
      return found;
    } catch (TooLarge e) {
      throw new Unreadable("it holds more than this reader can number: " + e.getMessage());
    } catch (IOException | UncheckedIOException e) {
      throw new Unreadable("it cannot be read: " + e.getMessage());
    }
  }
}
