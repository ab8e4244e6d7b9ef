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
 * @param inherited whether it holds for all subtypes of the owner as well
 */
public record Point(
    Hook hook,
    Weave weave,
    String owner,
    String name,
    String descriptor,
    boolean optional,
    String with,
    boolean inherited) {

  Point(Hook hook, Weave weave, String owner, String name, String descriptor) {
    this(hook, weave, owner, name, descriptor, false, "", false);
  }

  /**
   * One of a library, from {@code weave owner name}, after which a descriptor, {@code optional} and
   * {@code with what} may stand. The weave is in lower case, with dashes. An owner with {@code +}
   * at its end stands for its subtypes too.
   *
   * @throws IllegalArgumentException if it is no such line
   */
  public static Point of(String line) {
    String[] words = line.split(" ", -1);
    if (words.length < 3) {
      throw new IllegalArgumentException("not a point to weave: " + line);
    }
    int next = 3;
    boolean described =
        words.length > next && (words[3].startsWith("(") || words[3].startsWith("*"));
    String descriptor = described ? words[next++] : "(";
    boolean optional = words.length > next && words[next].equals("optional");
    next += optional ? 1 : 0;
    String with = words.length == next + 2 && words[next].equals("with") ? words[next + 1] : "";
    next += with.isEmpty() ? 0 : 2;
    if (words.length != next) {
      throw new IllegalArgumentException("not a point to weave: " + line);
    }
    Weave weave = Weave.of(words[0]);
    boolean inherited = words[1].endsWith("+");
    String owner = inherited ? words[1].substring(0, words[1].length() - 1) : words[1];
    return new Point(Hook.LIBRARY, weave, owner, words[2], descriptor, optional, with, inherited);
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
