package dev.snarl.instrument;

import static dev.snarl.instrument.Call.before;
import static dev.snarl.instrument.Call.built;
import static dev.snarl.instrument.Call.enter;
import static dev.snarl.instrument.Call.leave;
import static dev.snarl.instrument.Call.park;
import static dev.snarl.instrument.Call.returns;
import static dev.snarl.instrument.Call.throwing;

import java.util.List;

/** What is put into a method: calls of the probe, as data that {@link WovenMethod} interprets. */
public enum Weave {
  /** Enter and leave a wait that may help before it parks; without a deadline. */
  COMPLETABLE_GET(
      enter("SnarlProbe.enterCompletableWait", "this", "false"), leave("SnarlProbe.leaveWait")),
  /** The same with a deadline. */
  COMPLETABLE_TIMED_GET(
      enter("SnarlProbe.enterCompletableWait", "this", "true"), leave("SnarlProbe.leaveWait")),
  /** The park inside such a wait. */
  COMPLETABLE_PARK(enter("SnarlProbe.parkInCompletableWait")),
  /** Enter and leave a wait that parks at once; the first parameter says whether it is timed. */
  TASK_WAIT(enter("SnarlProbe.enterTaskWait", "this", "int 1"), leave("SnarlProbe.leaveWait")),
  /** Around the parks, inside the method. 17: pool, ran, interruptible, timed, nanos. */
  FORK_JOIN_PARK_17(before("setCurrentBlocker", "SnarlProbe.parkInForkJoinWait", "top", "int 4")),
  /** 21: how, of which 4 is TIMED, and deadline. */
  FORK_JOIN_PARK_21(
      before("setCurrentBlocker", "SnarlProbe.parkInForkJoinWait", "top", "bit-4-of 1")),
  /** 25: pool, compensation, interruptible, deadline. */
  FORK_JOIN_PARK_25(
      before("setCurrentBlocker", "SnarlProbe.parkInForkJoinWait", "top", "non-zero 4")),
  /** Run a task whose future is in the field {@code dep}. */
  RUN_DEPENDENT(
      enter("SnarlProbe.enterTask", "field dep:Ljava/util/concurrent/CompletableFuture;"),
      leave("SnarlProbe.leaveTask")),
  /** Run a dependent stage. */
  RUN_STAGE(enter("SnarlProbe.enterStage", "this"), leave("SnarlProbe.leaveTask")),
  /** Run a task that is its own future. */
  RUN_SELF(enter("SnarlProbe.enterTask", "this"), leave("SnarlProbe.leaveTask")),
  /** The result says whether this thread runs a dependent's function. */
  CLAIM(returns("SnarlProbe.claimed", "top", "this")),
  /** The result is the future of a task that was submitted. */
  SUBMITTED(returns("SnarlProbe.submitted", "top")),
  /** The object, which was built for it, is the future of a request that is about to be sent. */
  REQUESTED(returns("SnarlProbe.submitted", "this")),
  /** The result is a future whose task was submitted after the future was made. */
  COMPLETING(returns("SnarlProbe.completing", "top")),
  /** The result depends on this future; the first parameter is its executor or null. */
  DERIVED(returns("SnarlProbe.derived", "top", "1", "this")),
  /** Run a part of a coroutine, which is this or, in a static method, the first parameter. */
  COROUTINE_RUN(enter("SnarlProbe.enterCoroutine", "0"), leave("SnarlProbe.leaveCoroutine")),
  /** Start a coroutine, which may run its first part. */
  COROUTINE_START(
      enter("SnarlProbe.coroutineStarting", "this", "3"), leave("SnarlProbe.leaveCoroutine")),
  /** A job was built. */
  JOB_BUILT(returns("SnarlProbe.jobBuilt", "this")),
  /** A coroutine is complete; {@code with} says which class is told apart. */
  COROUTINE_COMPLETED(enter("SnarlProbe.coroutineCompleted", "is with")),
  BUILT(built("SnarlPool.built", "this")),
  STOPPING(enter("SnarlPool.stopping", "this")),
  FED(enter("SnarlPool.executing", "this", "1")),
  /** A task goes into the executor's queue. */
  QUEUED(enter("SnarlPool.queueing", "this", "1")),
  /** The same, where the task is the second parameter. */
  QUEUED_SECOND(enter("SnarlPool.queueing", "this", "2")),
  /** Before and after a worker runs a task: the calls' arguments are thread, task; task, thrown. */
  WORKER(
      before("beforeExecute", "SnarlPool.begins", "this", "top"),
      before("afterExecute", "SnarlPool.ends", "below-top")),
  /** A fork-join task runs. */
  FORK_JOIN_RUN(
      enter("SnarlPool.forkJoinBegins", "this"), returns("SnarlPool.forkJoinEnds", "this")),
  /** The first parameter is taken out of the queue. */
  REMOVED(enter("SnarlPool.removed", "this", "1")),
  REJECTED(enter("SnarlPool.rejected", "this", "1")),
  STARTING(enter("SnarlProbe.threadStarting", "this")),
  ENDING(enter("SnarlProbe.threadEnding", "this")),
  /** A library's own wait; {@code with} names a call that parks besides those of the JDK. */
  WAIT(
      park("SnarlProbe.parkInLibraryWait", "this", "timed"),
      leave("SnarlProbe.leaveLibraryWait", "this")),
  /** The result stands for the future of the thread's latest submission. */
  WRAPPED(returns("SnarlProbe.wrapped", "top")),
  /** A task goes to an executor whose {@code execute} throws when it refuses. */
  FED_OR_REFUSED(
      enter("SnarlPool.executing", "this", "1"), throwing("SnarlPool.refused", "top", "this", "1")),
  /** The result is an executor that this object stands for. */
  OWNER(returns("SnarlProbe.executorOwned", "this", "top")),
  /** A heavy client was built. */
  CLIENT(returns("SnarlProbe.clientBuilt", "this", "null")),
  /** The same, where its field {@code with} may be shared with others. */
  SHARING_CLIENT(returns("SnarlProbe.clientBuilt", "this", "field with")),
  /** The thread asks its message broker for more work. */
  POLL(enter("SnarlProbe.enterPoll", "this"), leave("SnarlProbe.leavePoll")),
  /** A pool of connections or a server's endpoint was built. */
  RESOURCE(returns("SnarlProbe.resourceBuilt", "this")),
  /** Asks this pool for a connection, which the result is; throws when there is none. */
  BORROW(
      enter("SnarlProbe.enterBorrow", "this"),
      returns("SnarlProbe.borrowed", "this"),
      throwing("SnarlProbe.notBorrowed", "top", "this")),
  /** A connection is given back. */
  GIVE_BACK(enter("SnarlProbe.givenBack")),
  SOCKET_READ(enter("SnarlProbe.socketRead")),
  SOCKET_WRITE(enter("SnarlProbe.socketWrite"));

  @SuppressWarnings("ImmutableEnumChecker") // it is by List.of
  private final List<Call> calls;

  Weave(Call... calls) {
    this.calls = List.of(calls);
  }

  /** By its name in lower case, with dashes. */
  static Weave of(String word) {
    String name = word.replace('-', '_');
    for (Weave weave : values()) {
      if (weave.name().equalsIgnoreCase(name)) {
        return weave;
      }
    }
    throw new IllegalArgumentException("nothing to weave is called " + word);
  }

  List<Call> calls() {
    return calls;
  }

  /** Whether it can be woven into a static method: no call has to do with {@code this}. */
  boolean fitsStatic() {
    for (Call call : calls) {
      for (String argument : call.arguments()) {
        if (argument.equals("this") || argument.startsWith("field") || argument.startsWith("is")) {
          return false;
        }
      }
    }
    return true;
  }
}
