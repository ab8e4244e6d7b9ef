package dev.snarl.instrument;

import java.util.List;

/**
 * One call of the probe that is put into a method: plain data, which {@link WovenMethod}
 * interprets.
 *
 * @param at where in the method
 * @param callee name of the method before whose calls it goes, for {@link At#BEFORE}
 * @param type class of the probe
 * @param method its static method
 * @param arguments what it is called with, as {@link WovenMethod} reads them
 */
record Call(At at, String callee, String type, String method, List<String> arguments) {

  /** Where in a method. */
  enum At {
    ENTER,
    /** Before it returns; where the method also has a {@link #PARK}, only after one was passed. */
    RETURN,
    /** As it throws. */
    THROW,
    /** Both of them. */
    LEAVE,
    /** At the end of a constructor, unless it has called another one of its class. */
    BUILT,
    BEFORE,
    /** Before the calls that park. */
    PARK
  }

  private static Call call(At at, String callee, String probe, String... arguments) {
    int dot = probe.indexOf('.');
    return new Call(
        at,
        callee,
        "java/util/concurrent/" + probe.substring(0, dot),
        probe.substring(dot + 1),
        List.of(arguments));
  }

  static Call enter(String probe, String... arguments) {
    return call(At.ENTER, "", probe, arguments);
  }

  static Call returns(String probe, String... arguments) {
    return call(At.RETURN, "", probe, arguments);
  }

  static Call throwing(String probe, String... arguments) {
    return call(At.THROW, "", probe, arguments);
  }

  static Call leave(String probe, String... arguments) {
    return call(At.LEAVE, "", probe, arguments);
  }

  static Call built(String probe, String... arguments) {
    return call(At.BUILT, "", probe, arguments);
  }

  static Call before(String callee, String probe, String... arguments) {
    return call(At.BEFORE, callee, probe, arguments);
  }

  static Call park(String probe, String... arguments) {
    return call(At.PARK, "", probe, arguments);
  }

  boolean returns() {
    return at == At.RETURN || at == At.LEAVE;
  }

  boolean throwing() {
    return at == At.THROW || at == At.LEAVE;
  }
}
