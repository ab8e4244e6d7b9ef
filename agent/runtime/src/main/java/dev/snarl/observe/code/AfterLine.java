package dev.snarl.observe.code;

import dev.snarl.observe.code.ClassCode.Call;
import dev.snarl.observe.code.LaterCalls.Skipped;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** What a method does after the line that {@link LaterCalls} asks for. Pure. */
final class AfterLine {
  private final Steps steps;
  private final LaterCalls into;
  private final IntFunction<Set<String>> tasks;

  /**
   * For one method.
   *
   * @param steps all of it
   * @param into what is asked for, and what is found
   * @param tasks to which a variable is given, as far as it is set once
   */
  AfterLine(Steps steps, LaterCalls into, IntFunction<Set<String>> tasks) {
    this.steps = steps;
    this.into = into;
    this.tasks = tasks;
  }

  /** Puts what is found into {@link LaterCalls}. */
  void read() {
    List<Integer> there = new ArrayList<>();
    for (int i = 0; i < steps.size(); i++) {
      if (steps.get(i).line == into.line) {
        there.add(i);
      }
    }
    Integer exact = into.runs ? null : exact(there);
    int from = exact != null ? exact : there.isEmpty() ? -1 : there.get(0);
    if (from < 0) {
      return;
    }
    into.there = true;
    Set<Integer> after = into.runs ? steps.reached(from) : afterIt(from);
    if (into.onward != null && exact != null) {
      into.onward = Turns.onward(steps, from, after);
    }
    if (!madeByHandler(from)) {
      after.stream()
          .map(steps::get)
          .filter(step -> exact != null || step.line != into.line || lastCall(step, there))
          .map(step -> step.end)
          .filter(Objects::nonNull)
          .forEach(into.skipped::add);
    }
    steps.handled(from).forEach(after::addAll);
    after.forEach(i -> steps.get(i).addTo(into.later));
    if (handsOver(after)) {
      into.later.add(HandOver.CALL);
    }
    after.forEach(i -> end(steps.get(i)));
    for (Skipped acquired : acquired(steps.before(from))) {
      after.stream()
          .map(i -> steps.get(i).permits)
          .filter(call -> call != null && givesBack(call) && call.same(acquired))
          .findFirst()
          .ifPresent(into.kept::add);
    }
  }

  private Set<Integer> afterIt(int from) {
    return steps.get(from).throwing ? steps.past(from) : steps.after(from);
  }

  private boolean handsOver(Set<Integer> after) {
    HandOver handOver = new HandOver();
    boolean handsOver = false;
    for (int i : after) {
      Step step = steps.get(i);
      handOver.object(step.object);
      if (step.lambda) {
        handOver.lambda();
      } else {
        for (Call call : step.made) {
          handsOver |= handOver.by(call.owner(), call.name(), call.descriptor());
        }
      }
    }
    return handsOver;
  }

  private void end(Step step) {
    Skipped permits = step.permits;
    Skipped end = step.end == null && permits != null && givesBack(permits) ? permits : step.end;
    if (end != null) {
      into.ends.add(end.to(tasks.apply(step.variable)));
    }
  }

  private static boolean givesBack(Skipped call) {
    return LaterCalls.BACK
        .getOrDefault(call.type().replace('.', '/'), Set.of())
        .contains(call.call());
  }

  /** The calls that acquired permits, of those that were not released since. */
  private static List<Skipped> acquired(List<Step> before) {
    List<Skipped> acquired = new ArrayList<>();
    for (Step step : before) {
      Skipped call = step.permits;
      if (call != null) {
        acquired.removeIf(call::same);
        acquired.addAll(LaterCalls.takes(call.call()) ? List.of(call) : List.of());
      }
    }
    return acquired;
  }

  /** Where it was left, if that is clear: stacks may hide what is between a call and a lambda. */
  private @Nullable Integer exact(List<Integer> there) {
    Integer only = null;
    int calls = 0;
    for (int i : there) {
      Step step = steps.get(i);
      if (into.callee == null ? step.throwing : into.callee.equals(step.calls)) {
        return i;
      }
      if (step.calls != null && !step.calls.equals("<init>")) {
        only = i;
        calls++;
      }
    }
    return into.callee != null && calls == 1 ? only : null;
  }

  /** Whether nothing is called after it on its line: then what threw came before. */
  private boolean lastCall(Step step, List<Integer> there) {
    List<Step> after = there.stream().map(steps::get).dropWhile(each -> each != step).toList();
    return after.stream().skip(1).noneMatch(each -> each.calls != null);
  }

  /** Whether a handler around it makes such a call, and throws afterwards. */
  private boolean madeByHandler(int from) {
    return steps.handled(from).stream()
        .flatMap(Set::stream)
        .filter(i -> steps.get(i).end != null)
        .anyMatch(i -> steps.reached(i).stream().anyMatch(next -> steps.get(next).throwing));
  }
}
