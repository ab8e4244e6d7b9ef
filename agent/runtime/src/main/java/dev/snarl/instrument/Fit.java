package dev.snarl.instrument;

import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Whether what a user's file wants to weave can stand in a method. The JVM refuses a class with
 * calls that do not fit, and with it the application; so such a point is left out and said. What
 * this version declares itself is tested with the libraries.
 */
final class Fit {

  private final Point point;
  private final int access;
  private final String method;
  private final String descriptor;

  Fit(Point point, int access, String method, String descriptor) {
    this.point = point;
    this.access = access;
    this.method = method;
    this.descriptor = descriptor;
  }

  /** Why it cannot be woven there; null if it can. */
  @Nullable String problem() {
    for (Call call : point.weave().calls()) {
      for (String argument : call.arguments()) {
        String problem = problem(call, argument);
        if (problem != null) {
          return problem;
        }
      }
    }
    return null;
  }

  private @Nullable String problem(Call call, String argument) {
    boolean constructor = method.equals("<init>");
    boolean built = call.at() == Call.At.BUILT || call.at() == Call.At.RETURN;
    switch (argument) {
      case "this", "field with", "field with-2" -> {
        if (isStatic()) {
          return "is static";
        }
        return constructor && !built ? "is a constructor" : null;
      }
      case "1" -> {
        Type[] parameters = Type.getArgumentTypes(descriptor);
        boolean first = parameters.length > 0 && parameters[0].getSort() >= Type.ARRAY;
        return isStatic() || !first ? "has no object for its first parameter" : null;
      }
      case "top" -> {
        boolean object = Type.getReturnType(descriptor).getSort() >= Type.ARRAY;
        return call.at() == Call.At.RETURN && !object ? "returns no object" : null;
      }
      default -> {
        return null;
      }
    }
  }

  private boolean isStatic() {
    return (access & Opcodes.ACC_STATIC) != 0;
  }
}
