package dev.snarl.heap.graph;

import dev.snarl.heap.hprof.Input;
import dev.snarl.heap.hprof.RootKind;
import dev.snarl.heap.hprof.Visitor;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The threads with a stack in the dump. */
public final class Threads {
  private static final int DEEPEST = 1024;

  /**
   * One frame.
   *
   * @param type the class, with dots
   * @param line 0 or less if unknown
   */
  public record Frame(String type, String method, String file, int line) {
    /** {@code a.B.run(B.java:7)}. */
    @Override
    public String toString() {
      String where = file.isEmpty() ? "" : line > 0 ? file + ":" + line : file;
      return type + "." + method + (where.isEmpty() ? "" : "(" + where + ")");
    }
  }

  /**
   * An object that a frame holds.
   *
   * @param depth of the frame, innermost 0; -1 if the dump does not say
   */
  public record Local(int node, int depth) {}

  /**
   * One thread.
   *
   * @param node its {@code java.lang.Thread}
   * @param frames innermost first
   */
  public record ThreadStack(int node, List<Frame> frames, List<Local> held) {
    /** The objects that its frames hold. */
    public List<Integer> locals() {
      return held.stream().map(Local::node).toList();
    }

    /** The frame that holds it; null if the dump does not say, or it lies too deep. */
    public @Nullable Frame frame(Local local) {
      int depth = local.depth();
      return depth < 0 || depth >= frames.size() ? null : frames.get(depth);
    }
  }

  private final Index index;
  private final Input in;
  private final Map<Integer, ThreadStack> byNode = new HashMap<>();
  private final Map<Integer, ThreadStack> bySerial = new HashMap<>();

  Threads(Index index, Input in) {
    this.index = index;
    this.in = in;
    for (Root root : index.survey.roots) {
      int node = index.graph.addresses.indexOf(root.id());
      if (root.kind() == RootKind.THREAD && node >= 0) {
        ThreadStack made = new ThreadStack(node, frames(root.traceSerial()), new ArrayList<>());
        bySerial.put(root.threadSerial(), made);
        byNode.put(node, made);
      }
    }
    for (Root root : index.survey.roots) {
      ThreadStack of = bySerial.get(root.threadSerial());
      int node = index.graph.addresses.indexOf(root.id());
      if (of != null && root.kind() != RootKind.THREAD && root.threadSerial() != 0 && node >= 0) {
        of.held().add(new Local(node, root.depth()));
      }
    }
  }

  private List<Frame> frames(int traceSerial) {
    List<Frame> frames = new ArrayList<>();
    long[] ids = index.survey.traces.getOrDefault(traceSerial, new long[0]);
    for (int i = 0; i < Math.min(DEEPEST, ids.length); i++) {
      Visitor.Frame frame = index.survey.frames.get(ids[i]);
      if (frame != null) {
        frames.add(
            new Frame(
                type(frame.classSerial()),
                name(frame.methodId()),
                name(frame.fileId()),
                frame.line()));
      }
    }
    return frames;
  }

  private String type(int classSerial) {
    Long id = index.survey.classBySerial.get(classSerial);
    HeapClass type = id == null ? null : index.classes.of(id);
    return type == null ? Classes.UNKNOWN : type.name();
  }

  private String name(long id) {
    return index.survey.names.get(id, in);
  }

  /** Whether the dump has a thread with that number. */
  boolean has(int serial) {
    return serial != 0 && bySerial.containsKey(serial);
  }

  public List<ThreadStack> all() {
    return List.copyOf(byNode.values());
  }

  /** The stack of that thread object; without frames if the dump has none. */
  public ThreadStack of(int node) {
    return byNode.getOrDefault(node, new ThreadStack(node, List.of(), List.of()));
  }
}
