package dev.snarl.lost;

import dev.snarl.rules.Severity;
import dev.snarl.snapshot.Certainty;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The threads that can never go on, short of an interrupt, {@code shutdownNow} or a resize.
 *
 * @param file the dump
 * @param millis since 1970 when it was made
 * @param threads all threads in it
 * @param waiting those of which it is known what must happen before they go on
 * @param groups equal ones together, the worst first
 * @param notes what the answer does not cover
 * @param refused why nothing can be said of this dump; null if it can
 */
public record LostReport(
    String file,
    long millis,
    int threads,
    int waiting,
    List<Group> groups,
    List<String> notes,
    @Nullable String refused) {
  public LostReport {
    groups = List.copyOf(groups);
    notes = List.copyOf(notes);
  }

  /**
   * Threads that wait at one line for one kind of thing.
   *
   * @param severity critical if it is proved and work is lost with them, warning if it is likely
   * @param certainty proved or likely; unknown if only the thread {@code main} can still reach it
   * @param count of threads
   * @param names of these threads
   * @param site the line that waits
   * @param call what it calls
   * @param what is waited for, in words
   * @param type class of the object that is waited at; empty if a thread is waited for
   * @param address of that object
   * @param why nobody ends the wait
   * @param path from a root to that object; empty for a thread
   * @param work that is lost with them; empty if none is known
   * @param doubts why it is likely and not proved
   * @param stack of one of them, innermost first
   */
  public record Group(
      Severity severity,
      Certainty certainty,
      int count,
      List<String> names,
      String site,
      String call,
      String what,
      String type,
      long address,
      String why,
      List<String> path,
      String work,
      List<String> doubts,
      List<String> stack) {
    public Group {
      names = List.copyOf(names);
      path = List.copyOf(path);
      doubts = List.copyOf(doubts);
      stack = List.copyOf(stack);
    }
  }

  /** The severity of the worst, null if there is none. */
  public @Nullable Severity worst() {
    return groups.isEmpty() ? null : groups.get(0).severity();
  }
}
