package dev.snarl.instrument;

/**
 * One method to weave: the class, the method's name, the beginning of its descriptor (parameters
 * where overloads must be told apart), and what to put there. One that a class does not have simply
 * matches nothing.
 *
 * @param owner internal name of the class
 * @param name the method's name, or its beginning followed by {@code *}, or its end after {@code *}
 * @param descriptor the beginning of its descriptor, or the end after {@code *}
 * @param optional whether tested versions are without it
 * @param with what the calls of the probe say {@code with} for; empty for most
 */
record Point(
    Hook hook,
    Weave weave,
    String owner,
    String name,
    String descriptor,
    boolean optional,
    String with) {

  Point(Hook hook, Weave weave, String owner, String name, String descriptor) {
    this(hook, weave, owner, name, descriptor, false, "");
  }

  boolean matches(String methodName, String methodDescriptor, boolean isStatic, boolean hasCode) {
    return hasCode
        && (!isStatic || weave.fitsStatic())
        && fits(name, methodName, true)
        && fits(descriptor, methodDescriptor, false);
  }

  private static boolean fits(String pattern, String text, boolean whole) {
    if (pattern.startsWith("*")) {
      return text.endsWith(pattern.substring(1));
    }
    return whole ? text.equals(pattern) : text.startsWith(pattern);
  }
}
