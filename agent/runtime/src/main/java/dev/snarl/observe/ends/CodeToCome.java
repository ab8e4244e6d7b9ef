package dev.snarl.observe.ends;

import dev.snarl.observe.code.Rest;
import dev.snarl.observe.code.TaskCodes;
import dev.snarl.observe.live.Tick;
import dev.snarl.observe.sites.Looks;
import dev.snarl.observe.sites.ThreadLook.Seen;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What the threads that run, or wait with a time-out, may do by the code that is still to come on
 * their stacks, as a main thread that sleeps before it starts another. Read once in five seconds,
 * where those are asked for, and not of more than 300 threads. The observer's thread only.
 */
public final class CodeToCome {
  private static final long PAUSE = 25 * Tick.NANOS;

  private final TaskCodes codes;
  private final VirtualCode virtual;
  private @Nullable AllStacks stacks;
  private List<Rest> found = List.of();
  private long askedAt = -1;
  private boolean known;
  private boolean wanted;

  /**
   * For one JVM.
   *
   * @param virtual tells its argument all virtual threads; returns false if some were left out
   */
  public CodeToCome(TaskCodes codes, Predicate<Consumer<Thread>> virtual) {
    this.codes = codes;
    this.virtual = new VirtualCode(virtual, codes);
  }

  /** Has it looked for from this tick to the next. */
  void want() {
    wanted = true;
  }

  /**
   * Looks at them again, where that is due, and was wanted since the last tick.
   *
   * @param all the platform threads
   */
  public void tick(Looks looks, Thread[] all, long now) {
    if (!wanted) {
      end();
      return;
    }
    wanted = false;
    AllStacks asked = stacks;
    if (asked != null && asked.complete() && read(asked)) {
      stacks = null;
    }
    if (stacks == null && (askedAt == -1 || now - askedAt >= PAUSE)) {
      askedAt = now;
      boolean few = AllStacks.few(all);
      stacks = few ? new AllStacks(looks, all) : null;
      found = few ? found : List.of();
      known |= !few;
    }
  }

  /** What was seen is garbage. */
  private void end() {
    stacks = null;
    found = List.of();
    askedAt = -1;
    known = false;
  }

  /** Returns false where a class file has to be read first. */
  private boolean read(AllStacks asked) {
    List<Rest> ofVirtual = virtual.all();
    if (ofVirtual == null) {
      return false;
    }
    Class<?> near = asked.near();
    List<Rest> read = new ArrayList<>(ofVirtual);
    for (Map.Entry<Thread, Seen> each : asked.all()) {
      if (Rest.comes(each.getKey())) {
        Rest rest = Rest.of(each.getValue(), codes, near);
        if (rest == null) {
          return false;
        }
        read.add(rest);
      }
    }
    found = read;
    known = true;
    return true;
  }

  /** Whether none of it is such; false while that is not known. */
  boolean none(Predicate<Rest> such) {
    return known && found.stream().noneMatch(such);
  }
}
