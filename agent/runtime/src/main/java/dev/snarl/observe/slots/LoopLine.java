package dev.snarl.observe.slots;

import dev.snarl.libraries.KnownLibraries;
import dev.snarl.observe.live.Places;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Threads of a library on which nothing may block, as its file says.
 *
 * @param unless while this field of theirs is true they may; empty if they never may
 * @param in the beginning of the calls in which they may not; empty for all
 */
public record LoopLine(String type, String unless, String in) {

  private static final List<LoopLine> ALL = read(KnownLibraries.loops());

  private static List<LoopLine> read(List<String> lines) {
    List<LoopLine> all = new ArrayList<>();
    for (String line : lines) {
      all.add(new LoopLine(line.split(" ", 2)[0], word(line, " unless="), word(line, " in=")));
    }
    return all;
  }

  private static String word(String line, String mark) {
    int at = line.indexOf(mark);
    return at < 0 ? "" : line.substring(at + mark.length()).split(" ", 2)[0];
  }

  /** That of this class of threads or of a superclass; null if there is none. */
  public static @Nullable LoopLine of(Class<?> thread) {
    for (Class<?> at = thread; at != null && at != Thread.class; at = at.getSuperclass()) {
      for (LoopLine line : ALL) {
        if (line.type.equals(at.getName())) {
          return line;
        }
      }
    }
    return null;
  }

  /** Whether this thread may block now, since another has its place. */
  public boolean mayBlock(Thread thread) {
    return !unless.isEmpty() && Places.flag(thread, unless);
  }
}
