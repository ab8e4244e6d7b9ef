package dev.snarl.agent;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.runtime.ObjectMethods;

/**
 * Java 17 keeps, in static handles, the class of the record whose methods were linked last; were it
 * one of ours, the agent's loader would stay after a detach. Links those methods once more for a
 * class of the JDK.
 */
final class RecordLinks {

  private RecordLinks() {}

  static void forget() {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      MethodHandle part =
          lookup.findVirtual(String.class, "strip", MethodType.methodType(String.class));
      link(
          lookup, part, "equals", MethodType.methodType(boolean.class, String.class, Object.class));
      link(lookup, part, "hashCode", MethodType.methodType(int.class, String.class));
      link(lookup, part, "toString", MethodType.methodType(String.class, String.class));
    } catch (Throwable e) {
      Say.line("the agent's classes may stay in memory: " + e);
    }
  }

  private static void link(
      MethodHandles.Lookup lookup, MethodHandle part, String method, MethodType type)
      throws Throwable {
    ObjectMethods.bootstrap(lookup, method, type, String.class, "part", part);
  }
}
