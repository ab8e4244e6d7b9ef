package dev.snarl.snapshot;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What must happen before a wait can end, as far as it is known. */
public sealed interface Need {

  /** Whether nothing is known of what must happen. */
  default boolean unknown() {
    return false;
  }

  /** What it consists of. */
  List<Step> steps();

  /**
   * What one thread, or any thread that serves a queue, must do. A further kind of need is one more
   * record of this form: the graph, its words and its outlets know no more of it.
   */
  sealed interface Step extends Need permits Running, Queued, Held, Gone, Unknown {
    /** Its kind in one word. */
    String kind();

    @Override
    default List<Step> steps() {
      return List.of(this);
    }

    Certainty certainty();

    /** The thread that must act. */
    default @Nullable ThreadRef thread() {
      return null;
    }

    /** Id of the executor one of whose threads must act. */
    default @Nullable Long queue() {
      return null;
    }

    /** What is waited for: class of the task, future or lock; empty if unknown. */
    String task();

    /** What the thread that must act was seen doing; null if nobody has looked. */
    default @Nullable Doing doing() {
      return null;
    }

    /** How often it was so before, where only that makes it likely. */
    default @Nullable Odds odds() {
      return null;
    }

    /** Whether it never happens, whatever other threads do. */
    default boolean never() {
      return false;
    }

    /**
     * In words.
     *
     * @param who name of the thread or queue
     */
    String words(String who);
  }

  /**
   * A task that a thread executes at this moment.
   *
   * @param task class of the task or future, for display
   * @param thread the thread that runs it
   * @param odds how often such a thread ended such a wait, where only that makes it likely
   */
  record Running(
      String task,
      ThreadRef thread,
      @Nullable Doing doing,
      Certainty certainty,
      @Nullable Odds odds)
      implements Step {
    public Running(String task, ThreadRef thread, @Nullable Doing doing) {
      this(task, thread, doing, Certainty.PROVED, null);
    }

    @Override
    public String kind() {
      return "running";
    }

    @Override
    public String words(String who) {
      return "task " + task + " → running on " + who;
    }
  }

  /**
   * A task in the queue of an executor.
   *
   * @param task class of the task or future, for display
   * @param pool id of the executor
   * @param odds how often its workers ended such a wait, where only that makes it likely
   */
  record Queued(String task, long pool, Certainty certainty, @Nullable Odds odds) implements Step {
    public Queued(String task, long pool) {
      this(task, pool, Certainty.PROVED);
    }

    public Queued(String task, long pool, Certainty certainty) {
      this(task, pool, certainty, null);
    }

    @Override
    public String kind() {
      return "queued";
    }

    @Override
    public Long queue() {
      return pool;
    }

    @Override
    public String words(String who) {
      return odds == null
          ? "task " + task + " → queue of " + who
          : "a task such as ended " + odds + " such waits → queue of " + who;
    }
  }

  /** What one thread must do so that another may have what it waits for. */
  enum How {
    /** Give back a lock. */
    HELD("held", "held by "),
    /** End the initialization of a class. */
    INITIALIZING("initializing", "being initialized by "),
    /** Have the lock first. */
    AHEAD("ahead", "queued behind "),
    /** End. */
    ALIVE("alive", "until the end of "),
    /** Give back permits or a stamp that its code took, and gives back later. */
    KEPT("kept", "kept by "),
    /** Count down, complete or release, as its code does after the line where it is. */
    LATER("later", "until a later line of "),
    /** Take from the full queue into which the waiter puts. */
    TAKING("taking", "until something is taken by "),
    /** Give back a lock that it took in what it has ended since. */
    LEFT("left", "left locked by ");

    private final String kind;
    private final String words;

    How(String kind, String words) {
      this.kind = kind;
      this.words = words;
    }
  }

  /**
   * A lock, the initialization of a class, the end of a thread, or room in a queue.
   *
   * @param task class of what is waited for, for display
   * @param thread the holder
   * @param how what that thread must do
   */
  record Held(String task, ThreadRef thread, How how, Certainty certainty, @Nullable Doing doing)
      implements Step {
    public Held(String task, ThreadRef thread, How how, Certainty certainty) {
      this(task, thread, how, certainty, null);
    }

    public Held(String task, ThreadRef thread, Certainty certainty) {
      this(task, thread, How.HELD, certainty);
    }

    @Override
    public String kind() {
      return how.kind;
    }

    @Override
    public boolean never() {
      return how == How.LEFT;
    }

    @Override
    public String words(String who) {
      return how.words + who;
    }
  }

  /**
   * What a thread or a task used to do that has ended, or would have done had it not thrown:
   * likely, nobody will do it any more. Another could, so it proves nothing.
   *
   * @param task class of what is waited for, for display
   * @param who name of the thread; empty if nobody is known who did
   * @param what the method of the application that it ran; empty likewise
   * @param failure the exception that ended it, and its line; null if it returned
   * @param skipped the call, and its line, that would have ended this wait and that the exception
   *     skipped; null where it ended such waits before
   * @param left what shows that it did not end this wait, where it and all others that had what is
   *     waited for have returned; that nobody is left who could, where nobody is known; else null
   * @param takes whether it took from the full queue into which the waiter puts
   * @param odds how many of such waits it ended; null if it skipped a call
   */
  record Gone(
      String task,
      String who,
      String what,
      @Nullable String failure,
      @Nullable String skipped,
      @Nullable String left,
      boolean takes,
      @Nullable Odds odds)
      implements Step {
    private static final String INSIDE =
        "both ends of its connection are in this JVM, and no thread is left that could";

    /** No thread's code, nor any queued task, ends such a wait; who did before is not known. */
    public static Gone nobody(String task) {
      return new Gone(task, "", "", null, null, null, false, null);
    }

    /** The same where the whole application stands still. */
    public static Gone still(String task) {
      return still(task, "", null);
    }

    /** The same since an exception has kept this thread from it; empty and null if none has. */
    public static Gone still(String task, String who, @Nullable String failure) {
      return new Gone(task, who, "", failure, null, "no thread is left that could", false, null);
    }

    /** The same of a socket, where both ends of each connection are this process's. */
    public static Gone inside(String task) {
      return new Gone(task, "", "", null, null, INSIDE, false, null);
    }

    /** Whether that is so. */
    public boolean inside() {
      return INSIDE.equals(left);
    }

    /** The same where each waiter gives back itself, afterwards, what it waits for. */
    public static Gone takers(String task) {
      String left = "all whose code gives one back wait there";
      return new Gone(task, "", "", null, null, left, false, null);
    }

    @Override
    public String kind() {
      return "gone";
    }

    @Override
    public Certainty certainty() {
      return Certainty.LIKELY;
    }

    @Override
    public String words(String ignored) {
      if (what.isEmpty()) {
        return "nobody" + (left == null ? " whose code arrives there" : ": " + left);
      }
      if (left != null) {
        return who + ", which had it and has ended";
      }
      if (skipped != null) {
        return who + ", which threw before it ended this wait";
      }
      return who + (takes ? ", which took from it" : ", which ended such waits") + ", is gone";
    }
  }

  /**
   * Unknown: code outside may complete it. Never proves anything.
   *
   * @param peer whether it is the answer of another process, as far as its library is known
   * @param dropped whether an executor has dropped the task that completes it
   * @param doing what the virtual thread waits in that runs the task: it holds nothing that anybody
   *     could run short of; null for any other, and where nobody has looked
   */
  record Unknown(boolean peer, boolean dropped, @Nullable Doing doing) implements Step {
    public Unknown() {
      this(false, false);
    }

    public Unknown(boolean peer, boolean dropped) {
      this(peer, dropped, null);
    }

    @Override
    public boolean unknown() {
      return true;
    }

    @Override
    public String kind() {
      return "unknown";
    }

    @Override
    public Certainty certainty() {
      return Certainty.UNKNOWN;
    }

    @Override
    public String task() {
      return "";
    }

    @Override
    public String words(String who) {
      return peer
          ? "the answer of a peer"
          : dropped
              ? "a task that its executor has dropped"
              : doing != null
                  ? "a task that a virtual thread runs"
                  : "a future that no known thread completes";
    }
  }

  /** One of these is enough; there must be at least one. */
  static Need any(List<Need> needs) {
    return needs.size() == 1 ? needs.get(0) : new Any(needs);
  }

  /** All of these have to happen; there must be at least one. */
  static Need all(List<Need> needs) {
    return needs.size() == 1 ? needs.get(0) : new All(needs);
  }

  /**
   * All of these ({@code allOf}, {@code thenCombine}): one that never completes is enough to block.
   */
  record All(List<Need> needs) implements Need {
    public All {
      needs = List.copyOf(needs);
    }

    @Override
    public boolean unknown() {
      return steps().stream().allMatch(Need::unknown);
    }

    @Override
    public List<Step> steps() {
      return needs.stream().flatMap(each -> each.steps().stream()).toList();
    }
  }

  /** Any of these ({@code anyOf}, {@code applyToEither}): it blocks only if none completes. */
  record Any(List<Need> needs) implements Need {
    public Any {
      needs = List.copyOf(needs);
    }

    @Override
    public boolean unknown() {
      return steps().stream().allMatch(Need::unknown);
    }

    @Override
    public List<Step> steps() {
      return needs.stream().flatMap(each -> each.steps().stream()).toList();
    }
  }
}
