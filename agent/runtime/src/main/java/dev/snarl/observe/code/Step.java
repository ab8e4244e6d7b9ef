package dev.snarl.observe.code;

import dev.snarl.observe.code.ClassCode.Call;
import dev.snarl.observe.code.LaterCalls.Skipped;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Label;

/** One instruction of a method, as far as {@link LaterSteps} asks for it. */
final class Step {
  final int line;
  @Nullable String calls;
  final List<Call> made = new ArrayList<>();

  /** What the use of a static field may call. */
  @Nullable Call initializes;

  @Nullable Skipped end;
  @Nullable Skipped permits;

  /** The variable that holds what it calls; -1 if none is known to. */
  int variable = -1;

  /** Where it may go on but at the next. */
  List<Label> jumps = List.of();

  /** Whether it never goes on at the next. */
  boolean leaves;

  boolean throwing;
  boolean lambda;
  boolean leavesMonitor;
  boolean returns;

  /** Whether it compares two numbers. */
  boolean compares;

  /** The variable that it loads; -1 if it loads none. */
  int loads = -1;

  /** The variable that it counts up or down; -1 if it does not. */
  int counts = -1;

  /** Whether it loads a time that never comes: {@code Long.MAX_VALUE}. */
  boolean never;

  /** The class of which it makes an object. */
  String object = "";

  Step(int line) {
    this.line = line;
  }

  void addTo(List<Call> all) {
    all.addAll(made);
    if (initializes != null) {
      all.add(initializes);
    }
  }
}
