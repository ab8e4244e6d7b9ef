package dev.snarl.tests.corpus;

import java.util.Locale;

/**
 * What can be wrong with a program, in words that belong to no tool, and Snarl's rule for it. The
 * labels of the corpus are in these words for other tools; {@code examples/corpus/labels.json}.
 */
enum Fault {
  EXECUTOR_DEADLOCK(
      "pool-deadlock", "all threads of a pool wait for tasks behind them in its queue, for ever"),
  THREAD_DEADLOCK(
      "lock-deadlock", "threads wait for one another's locks, ends or results, for ever"),
  LOST_WAKE_UP(
      "lost-wait", "threads wait for a signal, a release or a completion that nobody will send"),
  EXECUTOR_STARVATION(
      "pool-starvation",
      "threads of a pool wait for tasks behind them in its queue, until a time-out or at a crawl"),
  CHILD_OUTPUT_UNREAD("output-unread", "a child process cannot end, since nobody reads its output"),
  TWO_THREADS_FOR_ONE_JOB(
      "async-blocking-pair", "a thread waits for a task whose thread is itself blocked"),
  PERMITS_NOT_RETURNED(
      "permits-exhausted", "threads wait for permits of a semaphore, and none is given back"),
  LOCK_CONVOY("lock-contention", "several threads queue for a lock whose owner is slow"),
  THREAD_PER_TASK("thread-per-task", "a platform thread is started for each task"),
  SUBMIT_AND_WAIT(
      "submit-and-wait", "a thread submits a task and waits for it at once, again and again"),
  LATE_TIMER("late-timer", "scheduled tasks start late, since others keep the scheduler's threads"),
  TASK_STUCK("stuck-task", "a task waits far longer than it ever did, and others wait for it"),
  THREAD_LEAK("thread-leak", "threads accumulate that wait and never end"),
  CONSUMER_ONE_BY_ONE(
      "serial-blocking",
      "a consumer of a broker makes one blocking call for each record of its batch"),
  COMMON_POOL_BLOCKED("common-pool-blocking", "tasks block the common fork-join pool"),
  CLIENT_PER_CALL("client-per-call", "a client with threads of its own is built for each call"),
  EXECUTOR_PER_CALL("executor-per-call", "an executor is built for each call"),
  BLOCKING_IO(
      "blocking-io-pool",
      "a pool's threads mostly wait for sockets, processes or files (information)"),
  FAN_OUT("fan-out-wait", "a thread waits for several tasks at once (information)"),
  EVENT_LOOP_BLOCKED(
      "blocking-in-coroutine",
      "a thread of an event loop or of a coroutine dispatcher for computations blocks"),
  SCOPE_ESCAPED(
      "nested-scope", "a coroutine launches others that nothing awaits, cancels or limits"),
  CARRIERS_BUSY("carrier-starvation", "virtual threads that could run wait for a carrier"),
  CARRIER_PINNED("virtual-thread-pinned", "virtual threads block while they pin their carriers"),
  HEAP_TOO_SMALL("heap-pressure", "the heap is too small for what is kept alive"),
  CONNECTIONS_EXHAUSTED(
      "connection-pool-exhausted",
      "callers wait for a connection or an object of a pool, or got none"),
  EXECUTOR_SATURATED("pool-saturated", "all threads of a pool are busy, and tasks wait long"),
  FILE_DESCRIPTORS("fd-limit", "almost all file descriptors are in use"),
  THREAD_LIMIT("thread-limit", "the process is close to its limit of threads"),
  CPU_THROTTLED("cpu-throttled", "the process exhausts its quota of CPU time"),
  METASPACE_LIMIT("metaspace-limit", "class data are close to a configured limit"),
  CODE_CACHE_FULL("code-cache-full", "compiled code is close to its limit"),
  TASKS_REJECTED("tasks-rejected", "a full pool refuses tasks"),
  CONNECTIONS_DROPPED(
      "accept-overflow", "the kernel drops connections that are not accepted in time"),
  QUEUE_UNBOUNDED(
      "unbounded-queue", "a queue without a bound: the pool never grows, and the heap fills"),
  COMPILING("jit-warm-up", "the JIT compiler takes much of the CPU time (information)");

  final String rule;
  final String words;

  Fault(String rule, String words) {
    this.rule = rule;
    this.words = words;
  }

  static Fault of(String rule) {
    for (Fault fault : values()) {
      if (fault.rule.equals(rule)) {
        return fault;
      }
    }
    throw new IllegalArgumentException("no fault for the rule " + rule);
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
