package dev.snarl.stacks;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadFactory;

/**
 * The classes that only pass a task on, or represent its result: executors, futures and thread
 * factories. The line to open is that of their caller. A fork-join task is a future, but also the
 * task, whose code is the application's. A class on a walked stack is judged by its type, once; in
 * a stack that is text, only names judged before are known. Any thread; loads no class and retains
 * none. Bounded: beyond {@link #LIMIT} names each is judged again.
 */
public final class Wrappers {
  static final int LIMIT = 4_000;

  private final ConcurrentHashMap<String, Boolean> judged = new ConcurrentHashMap<>();

  public boolean is(Class<?> type) {
    String name = type.getName();
    Boolean known = judged.get(name);
    if (known != null) {
      return known;
    }
    boolean is =
        Executor.class.isAssignableFrom(type)
            || ThreadFactory.class.isAssignableFrom(type)
            || (Future.class.isAssignableFrom(type) && !ForkJoinTask.class.isAssignableFrom(type));
    if (judged.size() < LIMIT) {
      judged.put(name, is);
    }
    return is;
  }

  /** Also false for a class that has not been seen yet. */
  public boolean is(String name) {
    return Boolean.TRUE.equals(judged.get(name));
  }
}
