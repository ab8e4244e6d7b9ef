package dev.snarl.lost;

import dev.snarl.heap.graph.HeapDump;
import dev.snarl.heap.graph.Instance;
import dev.snarl.heap.graph.Threads.Frame;
import dev.snarl.heap.graph.Threads.ThreadStack;
import dev.snarl.threads.ThreadPrint;
import dev.snarl.threads.ThreadPrint.Seen;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a dump does not hold, taken beside it: a thread print, for the owners of monitors and for
 * what moved since, and the list of compiled methods.
 */
public final class Beside {
  private static final String OPTIMIZED = "4";

  private final @Nullable ThreadPrint print;
  private final @Nullable Set<String> optimized;
  private Map<Long, Integer> threadById = new HashMap<>();
  private boolean sameAddresses;

  private Beside(@Nullable ThreadPrint print, @Nullable Set<String> optimized) {
    this.print = print;
    this.optimized = optimized;
  }

  /**
   * Reads them.
   *
   * @param print a thread print with locks, taken after the dump; null for none
   * @param compiled what {@code jcmd PID Compiler.codelist} printed; null for none
   * @throws dev.snarl.threads.NotADump if the first is none
   * @throws IOException if one cannot be read; the message says why
   */
  public static Beside of(@Nullable Path print, @Nullable Path compiled) throws IOException {
    return new Beside(
        print == null ? null : ThreadPrint.read(print.toString(), Files.newInputStream(print)),
        compiled == null ? null : optimized(compiled));
  }

  private static Set<String> optimized(Path list) throws IOException {
    Set<String> methods = new HashSet<>();
    try (BufferedReader in = Files.newBufferedReader(list, StandardCharsets.ISO_8859_1)) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        String[] words = line.strip().split(" ", 5);
        if (words.length >= 4 && words[0].matches("[0-9]+") && words[1].matches("-?[0-9]")) {
          int end = words[3].indexOf('(');
          if (words[1].equals(OPTIMIZED) && end > 0) {
            methods.add(words[3].substring(0, end));
          }
        } else if (!line.isBlank() && !line.matches("[0-9]+:")) {
          throw new IOException(
              list + " is no list of compiled methods: jcmd PID Compiler.codelist");
        }
      }
    }
    return methods;
  }

  /** Compares the print with the dump; before anything else is asked. */
  void on(HeapDump dump) {
    threadById = new HashMap<>();
    int same = 0;
    int other = 0;
    for (ThreadStack stack : dump.threads().all()) {
      Instance thread = dump.read(stack.node());
      long id = id(thread);
      threadById.put(id, stack.node());
      Seen seen = print == null ? null : print.thread(id);
      int blocker = thread.reference("parkBlocker");
      if (seen != null && seen.parked() && seen.object() != 0 && blocker != HeapDump.NONE) {
        if (seen.object() == dump.address(blocker)) {
          same++;
        } else if (stays(seen, stack)) {
          other++;
        }
      }
    }
    sameAddresses = same > 0 && other == 0;
  }

  private static long id(Instance thread) {
    return thread.number("tid");
  }

  /** A hidden class has another name in each source, or is left out. */
  private static boolean stays(Seen seen, ThreadStack stack) {
    List<String> then =
        stack.frames().stream()
            .filter(frame -> !hidden(frame.type()))
            .map(frame -> frame.type() + '.' + frame.method())
            .toList();
    List<String> now =
        seen.stack().stream()
            .filter(frame -> !hidden(frame.getClassName()))
            .map(frame -> frame.getClassName() + '.' + frame.getMethodName())
            .toList();
    return !then.isEmpty() && then.equals(now);
  }

  private static boolean hidden(String type) {
    return type.contains("$$Lambda") || type.contains("0x") || type.contains("LambdaForm$");
  }

  /** The thread that holds the monitor that this one waits to enter, if both sources agree. */
  int owner(Instance thread) {
    Seen seen = print == null || !sameAddresses ? null : print.thread(id(thread));
    if (print == null || seen == null || seen.state() != Thread.State.BLOCKED) {
      return HeapDump.NONE;
    }
    Integer owner = seen.object() == 0 ? null : threadById.get(print.holder(seen.object()));
    return owner == null || owner == thread.node() ? HeapDump.NONE : owner;
  }

  /** The monitor that a thread waits to enter, {@link HeapDump#NONE} if nothing tells. */
  int monitor(int thread, HeapDump dump) {
    Seen seen = print == null || !sameAddresses ? null : print.thread(id(dump.read(thread)));
    return seen == null ? HeapDump.NONE : dump.node(seen.object());
  }

  /** Whether there is a thread print. */
  boolean looksTwice() {
    return print != null;
  }

  /** Whether a thread print that was taken later shows it at the same place. */
  boolean stayed(ThreadStack stack, HeapDump dump) {
    Seen seen = print == null ? null : print.thread(id(dump.read(stack.node())));
    return seen != null && stays(seen, stack);
  }

  /** Whether there is a list of compiled methods. */
  boolean knowsCompiled() {
    return optimized != null;
  }

  /** The first of these frames whose method is optimized, null if none is known to be. */
  @Nullable Frame optimized(List<Frame> frames) {
    return optimized == null
        ? null
        : frames.stream()
            .filter(frame -> optimized.contains(frame.type() + '.' + frame.method()))
            .findFirst()
            .orElse(null);
  }
}
