package dev.snarl.stacks;

import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;

/**
 * Names of the methods of {@link java.util.concurrent.BlockingQueue}, {@link java.util.Deque} and
 * {@link java.util.concurrent.TransferQueue}, by what they do.
 */
public final class QueueMethods {

  /** They may wait for an element. */
  public static final Set<String> AWAIT =
      Set.of("take", "takeFirst", "takeLast", "poll", "pollFirst", "pollLast");

  /** They make room: all of {@link #AWAIT}, and others that remove elements. */
  public static final Set<String> TAKE =
      union(AWAIT, Set.of("pop", "remove", "removeIf", "removeAll", "drainTo", "clear"));

  /** They add elements. */
  public static final Set<String> PUT =
      Set.of(
          "put",
          "putFirst",
          "putLast",
          "offer",
          "offerFirst",
          "offerLast",
          "add",
          "addFirst",
          "addLast",
          "addAll",
          "push",
          "transfer",
          "tryTransfer");

  private QueueMethods() {}

  private static Set<String> union(Set<String> one, Set<String> other) {
    Set<String> all = new TreeSet<>(one);
    all.addAll(other);
    return Collections.unmodifiableSet(all);
  }
}
