package dev.snarl.instrument;

/** What is put into a method, and where. */
enum Weave {
  /** Enter and leave a wait that may help before it parks; without a deadline. */
  COMPLETABLE_GET,
  /** The same with a deadline. */
  COMPLETABLE_TIMED_GET,
  /** The park inside such a wait. */
  COMPLETABLE_PARK,
  /** Enter and leave a wait that parks at once; the first parameter says whether it is timed. */
  TASK_WAIT,
  /** Around the parks, inside the method: at its two calls of setCurrentBlocker. */
  FORK_JOIN_PARK,
  /** Run a task whose future is in the field {@code dep}. */
  RUN_DEPENDENT,
  /** Run a dependent stage. */
  RUN_STAGE,
  /** Run a task that is its own future. */
  RUN_SELF,
  /** The result says whether this thread runs a dependent's function. */
  CLAIM,
  /** The result is the future of a task that was submitted. */
  SUBMITTED,
  /** The result depends on this future; the first parameter is its executor or null. */
  DERIVED,
  /** Run a part of a coroutine, which is this or, in a static method, the first parameter. */
  COROUTINE_RUN,
  /** Start a coroutine, which may run its first part. */
  COROUTINE_START,
  /** A coroutine is complete. */
  COROUTINE_COMPLETED,
  BUILT,
  STOPPING,
  FED,
  REJECTED,
  STARTING,
  ENDING
}
