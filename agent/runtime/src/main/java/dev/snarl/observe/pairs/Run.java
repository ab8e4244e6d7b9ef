package dev.snarl.observe.pairs;

import java.util.concurrent.SnarlPoolLens;

/** What a busy thread runs: a task, or the thread itself if it was started for it. */
record Run(Thread worker, Object task) {

  boolean thread() {
    return task == worker;
  }

  /** What has the fields. */
  Object body() {
    Object target = thread() ? SnarlPoolLens.target(worker) : task;
    return target == null ? task : target;
  }
}
