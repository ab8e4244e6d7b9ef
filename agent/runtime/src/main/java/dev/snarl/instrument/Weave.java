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
  /** The object, which was built for it, is the future of a request that is about to be sent. */
  REQUESTED,
  /** The result is a future whose task was submitted after the future was made. */
  COMPLETING,
  /** The result depends on this future; the first parameter is its executor or null. */
  DERIVED,
  /** Run a part of a coroutine, which is this or, in a static method, the first parameter. */
  COROUTINE_RUN,
  /** Start a coroutine, which may run its first part. */
  COROUTINE_START,
  /** A job was built. */
  JOB_BUILT,
  /** A coroutine is complete. */
  COROUTINE_COMPLETED,
  BUILT,
  STOPPING,
  FED,
  /** A task goes into the executor's queue: the last parameter. */
  QUEUED,
  /** Before and after a worker runs a task: at its calls of beforeExecute and afterExecute. */
  WORKER,
  /** A fork-join task runs. */
  FORK_JOIN_RUN,
  /** The first parameter is taken out of the queue. */
  REMOVED,
  REJECTED,
  STARTING,
  ENDING,
  /** A library's own wait: at its calls that park, and where it ends. */
  PARKS,
  /** The result stands for the future of the thread's latest submission. */
  WRAPPED,
  /** A task goes to an executor whose {@code execute} throws when it refuses. */
  FED_OR_REFUSED,
  /** The result is an executor that this object stands for. */
  OWNER,
  /** A heavy client was built. */
  CLIENT,
  /** The same, where its field {@code connectionPool} may be shared with others. */
  POOLED_CLIENT,
  /** The thread asks its message broker for more work. */
  POLL,
  /** A pool of connections or a server's endpoint was built. */
  RESOURCE,
  /** Asks this pool for a connection, which the result is; throws when there is none. */
  BORROW,
  /** A connection is given back. */
  GIVE_BACK,
  SOCKET_READ,
  SOCKET_WRITE
}
