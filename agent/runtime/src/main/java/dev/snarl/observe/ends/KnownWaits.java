package dev.snarl.observe.ends;

import dev.snarl.observe.live.JdkCalls;
import dev.snarl.snapshot.Need;
import dev.snarl.snapshot.Need.How;
import dev.snarl.snapshot.ThreadRef;
import dev.snarl.snapshot.Wait;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongPredicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Those of the waits in an application that stands still of which it is known who would end them.
 * They only pass on that it does so, or say why. Pure.
 */
final class KnownWaits {
  /** How others are waited for that may do what is waited for once their own waits have ended. */
  private static final Set<How> LATER = Set.of(How.ALIVE, How.LATER);

  private static final Set<How> LOCKS = Set.of(How.HELD, How.AHEAD);

  private KnownWaits() {}

  /**
   * The threads for which others wait; null where one of these goes on, or where these waits say
   * why all wait. Who takes a lock in turns, to wait for something to do, waits for nobody.
   *
   * @param found who stood still at two looks
   * @param last who did at the last
   * @param acts whether the thread of an id goes on
   */
  static @Nullable Set<Long> awaited(
      List<Wait> waits, List<StandingWait> found, List<StandingWait> last, LongPredicate acts) {
    Set<Long> awaited = new HashSet<>();
    Set<Long> owed = ids(found.stream().filter(StandingWait::owed));
    for (Wait wait : waits) {
      for (Need.Step step : wait.need().steps()) {
        ThreadRef thread = step.thread();
        if (thread == null ? !unknown(step) : !passesOn(step) || acts.test(thread.id())) {
          return null;
        }
        if (thread != null && (!forLock(step) || owed.contains(wait.thread().id()))) {
          awaited.add(thread.id());
        }
      }
    }
    long atLocks = last.stream().filter(StandingWait::atLock).count();
    return lockedOut(waits, found, atLocks) ? awaited : null;
  }

  private static boolean unknown(Need.Step step) {
    return step instanceof Need.Unknown unknown && !unknown.peer() && !unknown.dropped();
  }

  private static boolean passesOn(Need.Step step) {
    boolean later = step instanceof Need.Held held && LATER.contains(held.how());
    return later || forLock(step) || step instanceof Need.Running;
  }

  private static boolean forLock(Need.Step step) {
    return step instanceof Need.Held held && LOCKS.contains(held.how());
  }

  /**
   * Whether all who wait for a lock do so, in the end, for threads of whose waits nothing is known,
   * so that they are in no circle.
   */
  private static boolean lockedOut(List<Wait> waits, List<StandingWait> found, long count) {
    Set<Long> atLocks = ids(found.stream().filter(StandingWait::atLock));
    if (atLocks.size() < count) {
      return false;
    }
    List<Wait> known = waits.stream().filter(wait -> !wait.need().unknown()).toList();
    Set<Long> stand = ids(found.stream());
    stand.removeAll(atLocks);
    known.forEach(wait -> stand.remove(wait.thread().id()));
    boolean more = true;
    while (more) {
      more =
          stand.addAll(
              known.stream()
                  .filter(wait -> stand.containsAll(threads(wait.need())))
                  .map(wait -> wait.thread().id())
                  .toList());
    }
    return stand.containsAll(atLocks);
  }

  private static Set<Long> ids(Stream<StandingWait> waits) {
    return waits
        .map(each -> JdkCalls.id(each.seen().thread))
        .collect(Collectors.toCollection(HashSet::new));
  }

  private static Set<Long> threads(Need need) {
    return need.steps().stream()
        .map(step -> step.thread() == null ? -1 : step.thread().id())
        .collect(Collectors.toSet());
  }
}
