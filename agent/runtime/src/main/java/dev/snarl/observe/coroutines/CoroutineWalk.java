package dev.snarl.observe.coroutines;

import dev.snarl.observe.sites.Site;
import dev.snarl.observe.sites.Sites;
import dev.snarl.stacks.Frames;
import java.util.Iterator;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds on the current thread's stack the line that launches a coroutine, and the outermost line of
 * the coroutine that runs it. Only what application code launches itself: a library between the two
 * knows what it does. 2–4 µs; called for detached launches only.
 */
final class CoroutineWalk
    implements Function<Stream<StackWalker.StackFrame>, @Nullable CoroutineWalk> {

  private static final int DEEPEST = 128;

  private final Frames frames;
  private final Sites sites;
  @Nullable Site launch;
  Site parent = Site.OTHER;

  private CoroutineWalk(Frames frames, Sites sites) {
    this.frames = frames;
    this.sites = sites;
  }

  /** Null if no line of the application launched it. */
  static @Nullable CoroutineWalk here(StackWalker walker, Frames frames, Sites sites) {
    return walker.walk(new CoroutineWalk(frames, sites));
  }

  @Override
  public @Nullable CoroutineWalk apply(Stream<StackWalker.StackFrame> stack) {
    Iterator<StackWalker.StackFrame> each = stack.iterator();
    StackWalker.StackFrame outermost = null;
    for (int i = 0; i < DEEPEST && each.hasNext(); i++) {
      StackWalker.StackFrame at = each.next();
      String type = at.getClassName();
      if (frames.application(type)) {
        if (launch == null) {
          launch = sites.site(at, "launch");
        }
        outermost = at;
      } else if (launch == null) {
        if (!Frames.jdk(type) && !type.startsWith("kotlin")) {
          return null;
        }
      } else if (type.equals("kotlinx.coroutines.DispatchedTask")
          || type.equals("kotlinx.coroutines.AbstractCoroutine")) {
        break;
      }
    }
    if (launch == null || outermost == null) {
      return null;
    }
    parent = sites.site(outermost, "launch");
    return this;
  }
}
