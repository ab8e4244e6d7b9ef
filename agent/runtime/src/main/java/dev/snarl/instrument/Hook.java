package dev.snarl.instrument;

/**
 * One thing that the agent wants to know of, and the JDK methods that tell it. Names and
 * descriptors differ between JDKs, so a hook lists all that are known; the ones that a JVM has are
 * woven, and the self-test proves the effect.
 */
public enum Hook {
  COMPLETABLE_FUTURE_WAIT("completable-future-wait"),
  FUTURE_TASK_WAIT("future-task-wait"),
  FORK_JOIN_WAIT("fork-join-wait"),
  COMPLETABLE_FUTURE_TASK("completable-future-task"),
  DEPENDENT_STAGE("dependent-stage"),
  FORK_JOIN_TASK("fork-join-task"),
  SUBMISSION("submission"),
  EXECUTOR_BUILT("executor-built"),
  EXECUTOR_STOPPING("executor-stopping"),
  EXECUTOR_FED("executor-fed"),
  QUEUE_TIME("queue-time"),
  REJECTION("rejection"),
  THREAD_START("thread-start"),
  THREAD_END("thread-end"),
  WAKE("wake"),
  FAILURE("failure"),
  /** What libraries tell; no self-test can prove it without them. */
  LIBRARY("library"),
  COROUTINE("coroutine");

  private final String id;

  Hook(String id) {
    this.id = id;
  }

  /** As printed. */
  public String id() {
    return id;
  }
}
