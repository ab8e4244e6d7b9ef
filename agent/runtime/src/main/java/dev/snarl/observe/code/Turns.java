package dev.snarl.observe.code;

import dev.snarl.observe.code.ClassCode.Call;
import dev.snarl.observe.code.LaterCalls.Onward;
import java.util.Set;

/** What a method does between two times at which it comes to a line, and after the last. Pure. */
final class Turns {

  /** Instructions between the load of a counter and the jump that asks for it. */
  private static final int NEAR = 4;

  private final Steps steps;
  private final Set<Integer> loop;

  private Turns(Steps steps, Set<Integer> loop) {
    this.steps = steps;
    this.loop = loop;
  }

  /**
   * How the method goes on.
   *
   * @param from the instruction where it is
   * @param after those that may come after it
   */
  static Onward onward(Steps steps, int from, Set<Integer> after) {
    Set<Integer> loop = steps.leadingTo(from);
    loop.retainAll(after);
    return new Turns(steps, loop).onward(from, after);
  }

  private Onward onward(int from, Set<Integer> after) {
    if (onNobodyElses(from)) {
      return new Onward(!loop.isEmpty(), false, false, false, false, false, false);
    }
    boolean turns = loop.stream().anyMatch(i -> i != from && does(i));
    boolean more = after.stream().anyMatch(i -> !loop.contains(i) && does(i));
    boolean guards = loop.stream().filter(i -> i != from).map(steps::get).noneMatch(Turns::acts);
    boolean ends = after.stream().anyMatch(i -> steps.get(i).returns);
    boolean counted = loop.stream().anyMatch(this::countedOut);
    return new Onward(!loop.isEmpty(), guards, turns, more, ends, counted, neverEnds(from));
  }

  private boolean does(int step) {
    return steps.get(step).made.stream().anyMatch(Turns::does);
  }

  /** Whether a call is more than the end of a wait. */
  private static boolean does(Call call) {
    return !boxes(call) && !LaterCalls.UNLOCKS.contains(call.name());
  }

  static boolean boxes(Call call) {
    return call.owner().startsWith("java/lang/") && call.name().equals("valueOf");
  }

  /** Whether it does anything but ask. */
  private static boolean acts(Step step) {
    return step.leavesMonitor
        || step.made.stream().anyMatch(call -> call.descriptor().endsWith(")V"));
  }

  /**
   * Whether the loop is left there once it has counted or collected enough, or had all elements.
   */
  private boolean countedOut(int jump) {
    if (steps.get(jump).jumps.isEmpty() || loop.containsAll(steps.next(jump))) {
      return false;
    }
    if (!steps.get(jump).compares) {
      return jump > 0 && steps.get(jump - 1).made.stream().anyMatch(Turns::asksForMore);
    }
    for (int i = jump - 1; i >= Math.max(0, jump - NEAR); i--) {
      Step asked = steps.get(i);
      int loaded = asked.loads;
      if (asked.made.stream().anyMatch(Turns::size)
          || (loaded >= 0 && loop.stream().anyMatch(each -> steps.get(each).counts == loaded))) {
        return true;
      }
    }
    return false;
  }

  /** Of a collection that no other thread fills. */
  private static boolean size(Call call) {
    return call.name().equals("size")
        && call.owner().startsWith("java/util/")
        && !call.owner().startsWith("java/util/concurrent/");
  }

  private static boolean asksForMore(Call call) {
    return call.owner().equals("java/util/Iterator") && call.name().equals("hasNext");
  }

  /**
   * Whether it waits at what it has just made, which nobody else knows: it means to do so for ever.
   */
  private boolean onNobodyElses(int call) {
    return call > 0
        && steps.get(call - 1).made.stream()
            .filter(made -> made.name().equals("<init>"))
            .filter(made -> !made.owner().startsWith("java/io/")) // around what others know
            .anyMatch(
                made ->
                    steps.get(call).made.stream().anyMatch(on -> made.owner().equals(on.owner())));
  }

  /** Whether the call gets a time-out that never comes: the number and its unit go before it. */
  private boolean neverEnds(int call) {
    return call >= 2 && steps.get(call - 2).never;
  }
}
