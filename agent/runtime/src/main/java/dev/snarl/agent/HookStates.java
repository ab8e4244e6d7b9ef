package dev.snarl.agent;

import dev.snarl.instrument.Weaver;
import dev.snarl.observe.SelfTest;
import dev.snarl.text.Say;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;

/**
 * Which hooks are proved to work, and which libraries were found; reports each problem once. The
 * agent's own thread only.
 */
final class HookStates {

  /** Of the classes that a user declares, those that are not loaded yet may be misspelt. */
  private static final long LOADED_BY_THEN = 60_000_000_000L;

  private final SelfTest test;
  private final Weaver weaver;
  private final BooleanSupplier leaving;
  private final Map<String, String> states = new HashMap<>();
  private int failed;
  private boolean complete;
  private Map<String, String> libraries = Map.of();
  private final long began = System.nanoTime();
  private boolean askedForUnmet;

  /**
   * Nothing is proved yet.
   *
   * @param leaving whether the agent is being detached, or the JVM ends: then a silent hook proves
   *     nothing
   */
  HookStates(SelfTest test, Weaver weaver, BooleanSupplier leaving) {
    this.test = test;
    this.weaver = weaver;
    this.leaving = leaving;
    SelfTest.FIRST.forEach(hook -> states.put(hook, "not yet used"));
    SelfTest.SECOND.forEach(hook -> states.put(hook, "not yet used"));
  }

  /** Proves the hooks that can be proved without touching what the application has not used. */
  void prove() {
    enter(SelfTest.FIRST, test.first());
  }

  /** Proves the rest once the application uses it; returns whether there is anything new. */
  boolean update() {
    boolean news = false;
    if (!complete && SelfTest.forkJoinInUse()) {
      complete = true;
      enter(SelfTest.SECOND, test.second());
      news = true;
    }
    for (String complaint : weaver.libraries().complaints()) {
      Say.line(complaint);
    }
    if (!askedForUnmet && System.nanoTime() - began >= LOADED_BY_THEN) {
      askedForUnmet = true;
      weaver.unmet().forEach(Say::line);
    }
    Map<String, String> met = weaver.libraries().states();
    if (!met.equals(libraries)) {
      libraries = met;
      states.putAll(met);
      news = true;
    }
    return news;
  }

  private void enter(List<String> tested, List<String> missing) {
    if (leaving.getAsBoolean()) {
      return;
    }
    tested.forEach(hook -> states.put(hook, "proved"));
    for (String hook : missing) {
      failed++;
      states.put(hook, "failed");
      if (weaver.errors() > 0 && weaver.hadNoMemory()) {
        Say.line(
            "the JVM had no memory to weave hook " + hook + ": what depends on it stays silent");
        continue;
      }
      Say.line(
          "hook "
              + hook
              + " does not work on this JVM ("
              + System.getProperty("java.vm.version")
              + "): what depends on it stays silent; please report this line");
    }
  }

  /** The number of hooks of the JDK known to work. */
  int working() {
    return SelfTest.FIRST.size() + SelfTest.SECOND.size() - failed;
  }

  /** By the id of a hook or the name of a library. */
  Map<String, String> all() {
    return states;
  }
}
