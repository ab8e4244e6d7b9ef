package dev.snarl.instrument;

import static dev.snarl.instrument.Call.before;
import static dev.snarl.instrument.Call.built;
import static dev.snarl.instrument.Call.enter;
import static dev.snarl.instrument.Call.leave;
import static dev.snarl.instrument.Call.park;
import static dev.snarl.instrument.Call.returns;
import static dev.snarl.instrument.Call.throwing;

import java.util.List;
import java.util.Locale;

/** What is put into a method: calls of the probe, as data that {@link WovenMethod} interprets. */
public enum Weave {
  /** Enter and leave a wait that may help before it parks; without a deadline. */
  COMPLETABLE_GET(
      enter("SnarlWaits.enterCompletableWait", "this", "false"), leave("SnarlWaits.leaveWait")),
  /** The same with a deadline. */
  COMPLETABLE_TIMED_GET(
      enter("SnarlWaits.enterCompletableWait", "this", "true"), leave("SnarlWaits.leaveWait")),
  /** The park inside such a wait. */
  COMPLETABLE_PARK(enter("SnarlWaits.parkInCompletableWait")),
  /** Enter and leave a wait that parks at once; the first parameter says whether it is timed. */
  TASK_WAIT(enter("SnarlWaits.enterTaskWait", "this", "int 1"), leave("SnarlWaits.leaveWait")),
  /** Around the parks, inside the method. 17: pool, ran, interruptible, timed, nanos. */
  FORK_JOIN_PARK_17(before("setCurrentBlocker", "SnarlWaits.parkInForkJoinWait", "top", "int 4")),
  /** 21: how, of which 4 is TIMED, and deadline. */
  FORK_JOIN_PARK_21(
      before("setCurrentBlocker", "SnarlWaits.parkInForkJoinWait", "top", "bit-4-of 1")),
  /** 25: pool, compensation, interruptible, deadline. */
  FORK_JOIN_PARK_25(
      before("setCurrentBlocker", "SnarlWaits.parkInForkJoinWait", "top", "non-zero 4")),
  /** Run a task whose future is in the field {@code dep}. */
  RUN_DEPENDENT(
      enter("SnarlTasks.enterTask", "field dep:Ljava/util/concurrent/CompletableFuture;"),
      leave("SnarlTasks.leaveTask")),
  /** Run a dependent stage. */
  RUN_STAGE(enter("SnarlTasks.enterStage", "this"), leave("SnarlTasks.leaveTask")),
  /** Run a task that is its own future. */
  RUN_SELF(enter("SnarlTasks.enterTask", "this"), leave("SnarlTasks.leaveTask")),
  /** The result says whether this thread runs a dependent's function. */
  CLAIM(returns("SnarlTasks.claimed", "top", "this")),
  /** The result is the future of a task that was submitted. */
  SUBMITTED(returns("SnarlTasks.submitted", "top")),
  /** The object, which was built for it, is the future of a request that is about to be sent. */
  REQUESTED(returns("SnarlTasks.submitted", "this")),
  /** The result is a future whose task was submitted after the future was made. */
  COMPLETING(returns("SnarlTasks.completing", "top")),
  /** The result depends on this future; the first parameter is its executor or null. */
  DERIVED(returns("SnarlTasks.derived", "top", "1", "this")),
  /** Run a part of a coroutine, which is this or, in a static method, the first parameter. */
  COROUTINE_RUN(
      enter("SnarlCoroutines.enterCoroutine", "0"), leave("SnarlCoroutines.leaveCoroutine")),
  /** Start a coroutine, which may run its first part. */
  COROUTINE_START(
      enter("SnarlCoroutines.coroutineStarting", "this", "3"),
      leave("SnarlCoroutines.leaveCoroutine")),
  /** A job was built. */
  JOB_BUILT(returns("SnarlCoroutines.jobBuilt", "this")),
  /** A coroutine is complete; {@code with} says which class is told apart. */
  COROUTINE_COMPLETED(enter("SnarlCoroutines.coroutineCompleted", "is with")),
  BUILT(built("SnarlExecutors.built", "this")),
  STOPPING(enter("SnarlExecutors.stopping", "this")),
  FED(enter("SnarlExecutors.executing", "this", "1")),
  /** A task goes into the executor's queue. */
  QUEUED(enter("SnarlExecutors.queueing", "this", "1")),
  /** The same, where the task is the second parameter. */
  QUEUED_SECOND(enter("SnarlExecutors.queueing", "this", "2")),
  /** Before and after a worker runs a task: the calls' arguments are thread, task; task, thrown. */
  WORKER(
      before("beforeExecute", "SnarlExecutors.begins", "this", "top"),
      before("afterExecute", "SnarlExecutors.ended", "top-two")),
  /** Runs what was given to an executor: {@code with} are the fields that hold the two. */
  RUN_GIVEN(
      enter("SnarlExecutors.begins", "field with", "field with-2"),
      leave("SnarlExecutors.ends", "field with-2")),
  /** The same, where the executor does it itself: the first parameter. */
  RUN_JOB(enter("SnarlExecutors.begins", "this", "1"), leave("SnarlExecutors.ends", "1")),
  /** A worker, in whose field {@code with} the executor is, runs what that has wrapped. */
  SERVES(enter("SnarlPool.serving", "field with")),
  /** The wrapper runs what is in its field {@code with}. */
  RUN_WRAPPED(
      enter("SnarlExecutors.begins", "null", "field with"),
      leave("SnarlExecutors.ends", "field with")),
  /** The executor is about to run the third parameter. */
  BEGINS_THIRD(enter("SnarlExecutors.begins", "this", "3")),
  /** It has run the third parameter; the fourth is what that threw, or null. */
  ENDS_THIRD(enter("SnarlExecutors.ended", "3", "4")),
  /** A fork-join task runs. */
  FORK_JOIN_RUN(
      enter("SnarlExecutors.forkJoinBegins", "this"), returns("SnarlExecutors.ends", "this")),
  /** The first parameter is taken out of the queue. */
  REMOVED(enter("SnarlExecutors.removed", "this", "1")),
  REJECTED(enter("SnarlExecutors.rejected", "this", "1")),
  /** A task, or a thread, ends by an exception: the first parameter. */
  FAILED(enter("SnarlTasks.failed", "this", "1")),
  STARTING(enter("SnarlProbe.threadStarting", "this")),
  ENDING(enter("SnarlProbe.threadEnding", "this")),
  /** A library's own wait; {@code with} names a call that parks besides those of the JDK. */
  WAIT(
      park("SnarlWaits.parkInLibraryWait", "this", "timed"),
      leave("SnarlWaits.leaveLibraryWait", "this")),
  /** The same for the first parameter, in a static method. */
  WAIT_GIVEN(
      park("SnarlWaits.parkInLibraryWait", "0", "timed"),
      leave("SnarlWaits.leaveLibraryWait", "0")),
  /** The result stands for the future of the thread's latest submission. */
  WRAPPED(returns("SnarlTasks.wrapped", "top")),
  /** A task goes to an executor whose {@code execute} throws when it refuses. */
  FED_OR_REFUSED(
      enter("SnarlExecutors.executing", "this", "1"),
      throwing("SnarlExecutors.refused", "top", "this", "1")),
  /** The result is an executor that this object stands for. */
  OWNER(returns("SnarlExecutors.executorOwned", "this", "top")),
  /** A heavy client was built. */
  CLIENT(returns("SnarlClients.clientBuilt", "this", "null")),
  /** The same, where its field {@code with} may be shared with others. */
  SHARING_CLIENT(returns("SnarlClients.clientBuilt", "this", "field with")),
  /** The thread asks its message broker for more work. */
  POLL(enter("SnarlClients.enterPoll", "this"), leave("SnarlClients.leavePoll")),
  /** A pool of connections or a server's endpoint was built. */
  RESOURCE(returns("SnarlClients.resourceBuilt", "this")),
  /** Asks this pool for a connection, which the result is; throws when there is none. */
  BORROW(
      enter("SnarlClients.enterBorrow", "this"),
      returns("SnarlClients.borrowed", "this"),
      throwing("SnarlClients.notBorrowed", "top", "this")),
  /** The same, where the pool is its field {@code with}. */
  BORROW_FROM(
      enter("SnarlClients.enterBorrow", "field with"),
      returns("SnarlClients.borrowed", "field with"),
      throwing("SnarlClients.notBorrowed", "top", "field with")),
  /** A connection is given back. */
  GIVE_BACK(enter("SnarlClients.givenBack")),
  /** The first parameter is the thread that is unparked, or null. */
  UNPARKING(enter("SnarlWake.unparking", "0")),
  SOCKET_READ(enter("SnarlClients.socketRead")),
  SOCKET_WRITE(enter("SnarlClients.socketWrite"));

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

  /** As lines of text say it. */
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
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
