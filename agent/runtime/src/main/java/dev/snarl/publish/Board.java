package dev.snarl.publish;

import dev.snarl.chains.ChainWindows;
import dev.snarl.console.Hour;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Holds the latest view: posted by the observer thread, read by the HTTP thread. No lock. */
public final class Board {
  private volatile @Nullable View view;
  private volatile Stacks stacks = Stacks.NONE;
  private volatile Traces traces = Traces.NONE;
  private final Hour hour = new Hour();
  private final ChainWindows chains = new ChainWindows();
  private volatile Map<String, String> hooks = Map.of();
  private final Map<String, String> lost = new ConcurrentHashMap<>();

  /**
   * The self-test's result for each hook: {@code proved}, {@code not yet used} or {@code failed}.
   */
  public void hooks(Map<String, String> states) {
    hooks = new TreeMap<>(states);
  }

  Map<String, String> hooks() {
    return hooks;
  }

  /**
   * A part of the agent that does not work, until it does again; from any thread.
   *
   * @param reason in a few words; null when it works
   */
  public void lost(String part, @Nullable String reason) {
    if (reason != null) {
      lost.put(part, reason);
    } else if (!lost.isEmpty()) {
      lost.remove(part);
    }
  }

  /** By part, in order. */
  Map<String, String> lost() {
    return new TreeMap<>(lost);
  }

  public void post(View latest) {
    view = latest;
  }

  /** Reads stacks on request. */
  public void stacks(Stacks looks) {
    stacks = looks;
  }

  Stacks stacks() {
    return stacks;
  }

  /** Reads traces of pools on request. */
  public void traces(Traces reads) {
    traces = reads;
  }

  Traces traces() {
    return traces;
  }

  /** The history that the page draws. */
  public Hour hour() {
    return hour;
  }

  /** Where the time of waiting threads goes. */
  public ChainWindows chains() {
    return chains;
  }

  /** Null before the first snapshot. */
  public @Nullable View view() {
    return view;
  }
}
