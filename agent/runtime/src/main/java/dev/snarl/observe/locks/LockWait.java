package dev.snarl.observe.locks;

import dev.snarl.observe.live.JdkCalls;
import dev.snarl.observe.live.VirtualLens;
import dev.snarl.observe.sites.Idle;
import dev.snarl.observe.sites.Site;
import dev.snarl.observe.sites.Sites;
import dev.snarl.observe.sites.ThreadLook;
import dev.snarl.snapshot.Need;
import dev.snarl.snapshot.Request;
import dev.snarl.stacks.Blocked;
import dev.snarl.stacks.Frames;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.SnarlProbe;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A thread that waits for what other threads hold or for the end of one, over the ticks that see
 * it. The observer's thread only.
 */
public final class LockWait {
  private static final Need UNKNOWN = new Need.Unknown();
  private static final int MOST_CALLERS = 64;

  final Thread thread;

  /**
   * The lock of {@code java.util.concurrent}, or the scope whose tasks are joined; null for a
   * monitor and for the end of a thread.
   */
  final @Nullable Object lock;

  private @Nullable Object node;
  private long episode;

  /** When the first look saw this wait. */
  long since;

  /** When the last look saw it. */
  long lookedAt;

  /** Up to when its time is in the totals. */
  long creditedAt = Long.MIN_VALUE;

  /** How many looks in succession saw the same wait. */
  int looks;

  /** How many of them, the last ones, saw the same holders. */
  private int steady;

  /** Class of what is waited for. */
  String type = "";

  /** Class and hash of a monitor, as the JVM reports it. */
  String monitor = "";

  List<Thread> holders = List.of();

  /** Since when its holder is seen to do nothing, if it is. */
  long leftSince;

  /** How many looks saw it so in succession. */
  int leftLooks;

  /** Whether it was, at some look; it may be the holder's task by now that gives the lock back. */
  boolean wasLeft;

  boolean timed;
  Need need = UNKNOWN;

  /** Where it waits; null until its stack was read. */
  @Nullable Site site;

  /** Read with the site. */
  @Nullable Request request;

  /** The first method that is not the JDK's; null where there is none. */
  @Nullable String method;

  String blockedIn = "";

  /** Whether it only takes turns with others at waiting for work. */
  boolean idle;

  /** Whether it waits in {@code Thread.join}. */
  boolean joins;

  /** Whether it waits for the end of an executor, and whether in its {@code close}. */
  boolean poolEnd;

  boolean closes;

  /** Whether the owner of its monitor was read from the JVM's own view of two threads. */
  boolean askedJvm;

  /** Whether its stack shows that it joins a {@code StructuredTaskScope}. */
  boolean joinsScope;

  /** The application's methods on the stack of one that does. */
  List<String> callers = List.of();

  LockWait(Thread thread, @Nullable Object lock) {
    this.thread = thread;
    this.lock = lock;
  }

  /**
   * A look saw it wait.
   *
   * @param node its node in the queue of the lock, made anew for each wait; null if there is none
   * @param episode changes with each wait, where there is no node
   */
  @SuppressWarnings("ReferenceEquality") // a node is one wait
  void seen(
      @Nullable Object node,
      long episode,
      String monitor,
      List<Thread> holders,
      Need need,
      long now) {
    if (looks == 0 || node != this.node || episode != this.episode) {
      since = now;
      looks = 0;
      site = null;
      joins = false;
      closes = false;
      joinsScope = false;
      askedJvm = false;
      left(false, now);
      wasLeft = false;
    }
    if (looks == 0 || !monitor.equals(this.monitor) || !same(holders, this.holders)) {
      steady = 0;
    }
    this.node = node;
    this.episode = episode;
    this.monitor = monitor;
    this.holders = holders;
    this.need = need;
    lookedAt = now;
    looks++;
    steady++;
  }

  /** A look at waiter and owner found who owns the monitor, which the thread bean did not. */
  void ownedBy(Thread owner, Object monitor, Need need, long now) {
    String name = type + '@' + Integer.toHexString(System.identityHashCode(monitor));
    boolean first = !askedJvm;
    seen(node, episode, name, List.of(owner), need, now);
    askedJvm = true;
    steady = first ? 1 : steady;
  }

  /** The equals of a thread may be the application's. */
  @SuppressWarnings("ReferenceEquality")
  private static boolean same(List<Thread> some, List<Thread> others) {
    boolean same = some.size() == others.size();
    for (int i = 0; same && i < some.size(); i++) {
      same = some.get(i) == others.get(i);
    }
    return same;
  }

  /** A look could not tell what it waits for. */
  void lost() {
    looks = 0;
  }

  void sited(ThreadLook.Seen seen, Sites sites) {
    StackTraceElement[] stack = seen.stack;
    String in = Blocked.in(stack, seen.state);
    site = sites.in(stack);
    request = sites.request(seen);
    blockedIn = in == null ? "" : in;
    idle = Idle.is(stack);
    method = null;
    joins = false;
    closes = false;
    joinsScope = false;
    for (StackTraceElement frame : stack) {
      if (!Frames.jdk(frame.getClassName())) {
        method = frame.getClassName() + '.' + frame.getMethodName();
        break;
      }
      joins |=
          frame.getMethodName().equals("join") && frame.getClassName().startsWith("java.lang.");
      closes |=
          frame.getMethodName().equals("close")
              && frame.getClassName().startsWith("java.util.concurrent.");
      joinsScope |= frame.getClassName().equals("jdk.internal.misc.ThreadFlock");
    }
    callers = joinsScope ? callers(stack) : List.of();
  }

  private static List<String> callers(StackTraceElement[] stack) {
    return Arrays.stream(stack)
        .filter(frame -> !Frames.jdk(frame.getClassName()))
        .map(frame -> frame.getClassName() + '.' + frame.getMethodName())
        .limit(MOST_CALLERS)
        .toList();
  }

  /** Whether it lasts for a tick at least. */
  boolean lasts() {
    return looks > 1;
  }

  /** Whether it waits to be notified, at its own {@code Thread} object, and for nobody's end. */
  boolean atItself() {
    return need instanceof Need.Unknown && holders.size() == 1 && holders.get(0) == thread;
  }

  /** Whether it waits for the end of threads. */
  boolean forAnEnd() {
    return joins || poolEnd || scope();
  }

  /** Whether nobody will give it back. */
  boolean left() {
    return need instanceof Need.Step step && step.never();
  }

  /**
   * A single look may read the holder of one moment and the wait of another. Where nothing
   * distinguishes one wait from the next, more looks must agree.
   */
  boolean sure() {
    return steady > (askedJvm ? 3 : 1);
  }

  /** A look saw whether its holder does nothing. */
  void left(boolean idle, long now) {
    leftSince = leftLooks == 0 ? now : leftSince;
    leftLooks = idle ? leftLooks + 1 : 0;
    wasLeft |= idle;
  }

  /** Whether it may be the same wait still, by its state alone. */
  boolean goesOn() {
    if (virtual() && lock == null) {
      return VirtualLens.doing(thread) == VirtualLens.BLOCKED;
    }
    if (scope()) {
      return parkedIn(thread) == lock;
    }
    if (virtual()) {
      return LockSupport.getBlocker(thread) == lock;
    }
    Thread.State state = JdkCalls.state(thread);
    if (lock == null) {
      return state == Thread.State.BLOCKED || waits(state);
    }
    return waits(state) && LockSupport.getBlocker(thread) == lock;
  }

  /** Whether it waits to enter a monitor of which no owner is known. */
  boolean unowned() {
    return looks > 0 && lock == null && holders.isEmpty();
  }

  /** Whether it joins a scope. */
  boolean scope() {
    return VirtualLens.isScope(lock);
  }

  /** The innermost scope of a thread that is parked, at no object; else null. */
  static @Nullable Object parkedIn(Thread thread) {
    if (LockSupport.getBlocker(thread) != null) {
      return null;
    }
    boolean parks = SnarlProbe.virtual(thread) ? parks(thread) : waits(JdkCalls.state(thread));
    return parks ? VirtualLens.scope(thread) : null;
  }

  /** Whether a virtual thread is parked, with a deadline or without. */
  static boolean parks(Thread thread) {
    int doing = VirtualLens.doing(thread);
    return doing == VirtualLens.PARKED || doing == VirtualLens.PARKED_TIMED;
  }

  boolean virtual() {
    return SnarlProbe.virtual(thread);
  }

  public static boolean waits(Thread.State state) {
    return state == Thread.State.WAITING || state == Thread.State.TIMED_WAITING;
  }
}
