package dev.snarl.observe.locks;

import dev.snarl.observe.live.JdkCalls;
import dev.snarl.observe.live.OwnedMonitors;
import dev.snarl.observe.sites.ThreadLook.Seen;
import dev.snarl.observe.waits.Threads;
import dev.snarl.snapshot.Certainty;
import dev.snarl.snapshot.Need;
import dev.snarl.snapshot.Need.How;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.SnarlProbe;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Who owns the monitors at which virtual threads wait, and those of virtual threads at which others
 * wait: the thread bean knows neither. From JDK 25 on the JVM tells of one thread which monitors it
 * owns, so an owner is known if it waits itself, as in a circle, or for a disk. A few threads each
 * tick, and only while virtual threads stay at monitors. What it links, it looks at again in the
 * same tick: the owner, and after it the waiter once more. The observer's thread only.
 */
final class VirtualMonitors {
  private static final int EACH_TICK = 8;

  private static final Need UNKNOWN = new Need.Unknown();

  private IdentityHashMap<Thread, OwnedMonitors> known = new IdentityHashMap<>();

  /** Those of which the JVM told at this tick. */
  private final Set<Thread> asked = Collections.newSetFromMap(new IdentityHashMap<>());

  private final VirtualCrowds crowds = new VirtualCrowds();
  private int next;

  /**
   * Looks at some of them.
   *
   * @param waits of threads at monitors whose owner the thread bean does not know
   * @param due whether one whose owner is known is to be looked at again
   * @param others threads that wait for something else, and may own monitors
   */
  void read(
      List<LockWait> waits,
      Predicate<LockWait> due,
      Supplier<List<Thread>> others,
      Threads threads,
      long now) {
    List<LockWait> lasting = new ArrayList<>();
    for (LockWait wait : waits) {
      if (wait.virtual() && !wait.askedJvm) {
        wait.seen(null, 0, "", List.of(), UNKNOWN, now); // a look at its state alone
      }
      if (wait.lasts()) {
        lasting.add(wait);
      }
    }
    lasting.sort(Comparator.comparing(wait -> -wait.looks));
    IdentityHashMap<Thread, OwnedMonitors> before = known;
    known = new IdentityHashMap<>();
    asked.clear();
    if (lasting.isEmpty()) {
      crowds.clear();
      return;
    }
    List<Thread> rest = others.get();
    lasting.forEach(wait -> keep(wait.thread, before));
    rest.forEach(thread -> keep(thread, before));
    look(lasting.stream().map(wait -> wait.thread).toList());
    look(rest);
    IdentityHashMap<Object, Seen> owners = new IdentityHashMap<>();
    asked.forEach(thread -> addOwned(thread, seen(thread), owners));
    double share = Math.min(1, (double) EACH_TICK / Math.max(1, rest.size()));
    crowds.count(lasting, this::entering, asked, owners, share);
    link(lasting, due, threads, now);
  }

  /** Those at monitors whose owners wait themselves. */
  List<VirtualCrowds.Crowd> crowds() {
    return crowds.all();
  }

  private <T> void addOwned(Thread thread, T owner, IdentityHashMap<Object, T> owners) {
    OwnedMonitors monitors = known.get(thread);
    if (monitors != null) {
      monitors.owned().forEach(monitor -> owners.put(monitor, owner));
    }
  }

  /** What it did while it owned them. A virtual thread waits if the JVM tells of its monitors. */
  private Seen seen(Thread thread) {
    OwnedMonitors monitors = known.get(thread);
    List<StackTraceElement> stack = monitors == null ? List.of() : monitors.stack();
    Thread.State state =
        monitors != null && monitors.entering() != null
            ? Thread.State.BLOCKED
            : SnarlProbe.virtual(thread) ? Thread.State.WAITING : JdkCalls.state(thread);
    return new Seen(thread, stack.toArray(new StackTraceElement[0]), state);
  }

  /** At those of which nothing is known first. */
  private void look(List<Thread> threads) {
    List<Thread> chosen =
        new ArrayList<>(
            threads.stream().filter(each -> !known.containsKey(each)).limit(EACH_TICK).toList());
    for (int i = chosen.size(); i < Math.min(EACH_TICK, threads.size()); i++) {
      chosen.add(threads.get(Math.floorMod(next++, threads.size())));
    }
    chosen.forEach(this::look);
  }

  private void keep(Thread thread, IdentityHashMap<Thread, OwnedMonitors> before) {
    OwnedMonitors monitors = before.get(thread);
    if (monitors != null) {
      known.put(thread, monitors);
    }
  }

  private @Nullable OwnedMonitors look(Thread thread) {
    OwnedMonitors monitors = OwnedMonitors.of(thread);
    if (monitors == null) {
      known.remove(thread);
    } else {
      known.put(thread, monitors);
      asked.add(thread);
    }
    return monitors;
  }

  @SuppressWarnings("ReferenceEquality") // a monitor is an identity, and so is a thread
  private void link(List<LockWait> waits, Predicate<LockWait> due, Threads threads, long now) {
    IdentityHashMap<Object, Thread> owners = new IdentityHashMap<>();
    known.keySet().forEach(thread -> addOwned(thread, thread, owners));
    Set<Thread> needed = Collections.newSetFromMap(new IdentityHashMap<>());
    Set<Thread> monitors = Collections.newSetFromMap(new IdentityHashMap<>());
    for (LockWait wait : waits) {
      monitors.add(wait.thread);
      Thread owner = owner(wait, owners);
      if (owner != null) {
        needed.add(owner);
      }
    }
    // Who owns what another waits for may close a circle, and so may who waits for one elsewhere.
    List<LockWait> inOrder = new ArrayList<>(waits);
    inOrder.sort(
        Comparator.comparing(
            wait -> !needed.contains(wait.thread) && monitors.contains(owner(wait, owners))));
    int budget = EACH_TICK;
    for (LockWait wait : inOrder) {
      Thread owner = owner(wait, owners);
      Object monitor = entering(wait);
      if (monitor == null || owner == null || owner == wait.thread || !due.test(wait)) {
        continue;
      }
      if (budget-- <= 0) {
        return;
      }
      OwnedMonitors holds = look(owner);
      OwnedMonitors still = look(wait.thread);
      if (holds != null && holds.owns(monitor) && still != null && still.entering() == monitor) {
        wait.type = monitor.getClass().getName();
        Need need = threads.held(wait.type, owner, How.HELD, Certainty.PROVED);
        wait.ownedBy(owner, monitor, need, now);
      } else {
        wait.lost();
      }
    }
  }

  private @Nullable Object entering(LockWait wait) {
    OwnedMonitors monitors = known.get(wait.thread);
    return monitors == null ? null : monitors.entering();
  }

  private @Nullable Thread owner(LockWait wait, IdentityHashMap<Object, Thread> owners) {
    Object monitor = entering(wait);
    return monitor == null ? null : owners.get(monitor);
  }
}
