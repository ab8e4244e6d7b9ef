package dev.snarl.observe.code;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.analysis.BasicValue;

/** A variable or place of the stack with what {@link HandedOnFlow} follows. */
final class Held extends BasicValue {
  static final Held IT = new Held(null, null);

  /** Several, by the way that led there: no use of it is clear. */
  static final Held MIXED = new Held(null, null);

  final HandedOnFlow.@Nullable Task task;

  /** Where the task or thread was made, if here and not as a lambda. */
  final @Nullable AbstractInsnNode made;

  Held(HandedOnFlow.@Nullable Task task, @Nullable AbstractInsnNode made) {
    super(Type.getObjectType("held"));
    this.task = task;
    this.made = made;
  }

  boolean thread() {
    return task != null && task.type().equals("java/lang/Thread");
  }

  boolean lambda() {
    return task != null && task.body() != null;
  }

  @Override
  @SuppressWarnings("ReferenceEquality") // an instruction is an identity
  public boolean equals(@Nullable Object other) {
    return this == other
        || (task != null
            && other instanceof Held held
            && task.equals(held.task)
            && made == held.made);
  }

  @Override
  public int hashCode() {
    return Objects.hashCode(task);
  }
}
