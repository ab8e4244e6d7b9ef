package dev.snarl.threads;

import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The last thread dump of an input, for a reader that knows these threads from elsewhere. */
public final class ThreadPrint {
  /**
   * One thread.
   *
   * @param state null if the dump does not show it
   * @param object address of what it waits for, 0 for none
   * @param parked whether it is parked there
   * @param held addresses of the monitors that it holds
   * @param stack top first
   */
  public record Seen(
      Thread.@Nullable State state,
      long object,
      boolean parked,
      Set<Long> held,
      List<StackTraceElement> stack) {}

  private final Map<Long, Seen> byId = new HashMap<>();

  private ThreadPrint() {}

  /**
   * Reads it, and closes the input.
   *
   * @throws NotADump if there is none
   * @throws IOException if it cannot be read
   */
  public static ThreadPrint read(String source, InputStream in) throws IOException {
    Dumps dumps = new Dumps();
    dumps.read(source, in);
    List<ThreadDump> all = dumps.inOrder();
    ThreadPrint print = new ThreadPrint();
    for (DumpedThread thread : all.get(all.size() - 1).threads()) {
      print.byId.put(thread.id(), seen(thread));
    }
    return print;
  }

  private static Seen seen(DumpedThread thread) {
    Blocker blocker = thread.blocker();
    Set<Long> held = new HashSet<>();
    thread.held().forEach(each -> held.add(address(each.id())));
    return new Seen(
        thread.state(),
        blocker == null ? 0 : address(blocker.id()),
        blocker != null && blocker.how() == Blocker.How.PARK,
        held,
        thread.stack());
  }

  private static long address(String id) {
    try {
      return id.startsWith("0x") ? Long.parseUnsignedLong(id.substring(2), 16) : 0;
    } catch (NumberFormatException e) {
      return 0;
    }
  }

  /** By the JVM's number of it; null if the dump has none of that number. */
  public @Nullable Seen thread(long id) {
    return byId.get(id);
  }

  /** The thread that holds the monitor of that address, -1 if the dump names none. */
  public long holder(long address) {
    return byId.entrySet().stream()
        .filter(each -> each.getValue().held().contains(address))
        .map(Map.Entry::getKey)
        .findFirst()
        .orElse(-1L);
  }
}
