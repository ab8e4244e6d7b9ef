package dev.snarl.heap.triage;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The analysis of a dump, ready for display. Sizes are bytes, shallow and retained as Eclipse MAT
 * computes them.
 *
 * @param sentence what to do, in one sentence
 * @param alarming whether something retains so much that it needs attention
 * @param note what could not be read, null for nothing
 */
public record Report(
    String file,
    Totals totals,
    String sentence,
    boolean alarming,
    @Nullable String note,
    List<Dominator> dominators,
    List<Suspect> suspects,
    List<Executor> executors,
    List<Container> containers,
    List<Shape> shapes,
    Futures futures,
    Coroutines coroutines,
    List<Locals> threads,
    List<Held> held,
    List<Row> histogram,
    List<Duplicate> duplicateStrings,
    List<Row> emptyCollections) {

  /** Sums. */
  public record Totals(
      long objects,
      long usedBytes,
      long unreachableObjects,
      long unreachableBytes,
      long classes,
      int referenceSize,
      int headerSize,
      long dumpMillis) {}

  /** An object at the top of the tree. */
  public record Dominator(String type, long address, long shallow, long retained) {}

  /**
   * Something that retains much.
   *
   * @param path from a root to it, {@code GC root …} first
   * @param accumulates where its bytes are spread over many objects, null if they are not
   */
  public record Suspect(
      String title, long retained, List<String> path, @Nullable Accumulation accumulates) {}

  /** The object below which the many are. */
  public record Accumulation(String type, long retained) {}

  /**
   * What holds many objects.
   *
   * @param place the fields that lead to it: {@code LeakQueue.BROKER → Broker.pending}
   * @param type class
   * @param kind in words: the class, or a cache with its limit
   * @param count elements of the class that retains most
   * @param elements by class, those that retain most first
   * @param queue whether its elements wait for somebody
   * @param abandoned whether no thread is near it that might take them
   * @param remedy what to change
   */
  public record Container(
      String place,
      String type,
      String kind,
      long address,
      long retained,
      long count,
      List<Tasks> elements,
      boolean queue,
      boolean abandoned,
      String remedy) {}

  /**
   * A leak that is known by its shape.
   *
   * @param title one sentence without its full stop
   * @param remedy what to change
   * @param addresses objects to look at
   */
  public record Shape(String title, long retained, String remedy, List<Long> addresses) {}

  /**
   * One pool.
   *
   * @param name of its threads, digits folded
   * @param type class
   * @param constructor what creates its threads, and their names
   * @param limits in words
   * @param queued tasks that wait
   * @param queueRetained bytes of the queue with them
   * @param workers what its threads did, the most frequent first
   */
  public record Executor(
      String name,
      String type,
      String constructor,
      String limits,
      long address,
      long retained,
      int threads,
      long queued,
      long queueRetained,
      List<Tasks> tasks,
      List<Stack> workers) {
    /** Of the queue, or of its tasks if something else holds the queue too. */
    public long bytes() {
      return Math.max(queueRetained, tasks.stream().mapToLong(Tasks::retained).sum());
    }
  }

  /**
   * Tasks of one kind.
   *
   * @param type class, or for a lambda the method that holds its body
   * @param site the line that submits them if a stack of the dump shows it, otherwise {@code ""}
   */
  public record Tasks(String type, String site, long count, long retained) {}

  /**
   * Threads with one stack.
   *
   * @param site the innermost frame of the application, {@code ""} for none
   */
  public record Stack(int threads, String site, List<String> frames) {}

  /**
   * Incomplete futures.
   *
   * @param longestChain length of the longest chain of dependents
   */
  public record Futures(
      long incomplete, long completed, long retained, int longestChain, List<Row> types) {}

  /** Coroutines by the class of their body. */
  public record Coroutines(long alive, long queued, List<Coroutine> types) {}

  /** Coroutines of one launch. */
  public record Coroutine(
      String type, String site, long queued, long running, long suspended, long retained) {}

  /** A thread and what only its frames keep alive. */
  public record Locals(String name, long localsRetained, long retained, List<String> frames) {}

  /** A class of which one instance is enough. */
  public record Held(String what, String type, long count, long retained) {}

  /** Objects of one class. */
  public record Row(String type, long objects, long shallow, long retained) {}

  /** A duplicate text. */
  public record Duplicate(String text, long count, long wasted) {}
}
