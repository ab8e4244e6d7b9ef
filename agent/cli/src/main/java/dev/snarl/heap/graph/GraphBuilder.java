package dev.snarl.heap.graph;

import dev.snarl.heap.hprof.ClassDump;
import dev.snarl.heap.hprof.Input;
import dev.snarl.heap.hprof.RootKind;
import dev.snarl.heap.hprof.Type;
import dev.snarl.heap.hprof.Visitor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;

/**
 * The second pass: the class, size, position and references of each object. References to missing
 * objects are dropped and counted.
 */
final class GraphBuilder implements Visitor {
  private static final int LONGEST_HASHED = 1 << 16;

  private final Survey survey;
  private final Classes classes;
  private final Layout layout;
  private final LongConsumer progress;
  private final Graph graph;
  private final Map<Integer, List<Integer>> locals = new HashMap<>();
  private final BitSet threads = new BitSet();
  private final int classClass;
  private int next;
  private int pending = -1;
  private int first;

  GraphBuilder(
      Survey survey, Classes classes, Layout layout, Addresses addresses, LongConsumer progress) {
    this.survey = survey;
    this.classes = classes;
    this.layout = layout;
    this.progress = progress;
    this.graph = new Graph(addresses);
    this.classClass = classes.named("java.lang.Class").number();
    Arrays.fill(graph.classOf, Graph.NO_CLASS);
    Arrays.fill(graph.start, -1);
    roots();
  }

  /** Locals of a known thread belong to the thread and are no roots. */
  private void roots() {
    Map<Integer, Integer> threadBySerial = new HashMap<>();
    boolean systemClasses = false;
    for (Root root : survey.roots) {
      systemClasses |= root.kind() == RootKind.SYSTEM_CLASS;
      int node = node(root.id());
      if (root.kind() == RootKind.THREAD && node >= 0) {
        threadBySerial.put(root.threadSerial(), node);
      }
    }
    BitSet nodes = new BitSet();
    for (Root root : survey.roots) {
      int node = node(root.id());
      Integer thread =
          root.kind() == RootKind.THREAD ? null : threadBySerial.get(root.threadSerial());
      if (node < 0) {
        graph.dangling++;
      } else if (thread == null || root.threadSerial() == 0) {
        nodes.set(node);
      } else {
        threads.set(thread);
        locals.computeIfAbsent(thread, t -> new ArrayList<>()).add(node);
      }
    }
    if (!systemClasses) {
      for (HeapClass one : classes.all()) {
        int node = one.loaderId() == 0 && !one.isArray() ? node(one.id()) : -1;
        if (node >= 0) {
          nodes.set(node);
        }
      }
    }
    graph.roots = nodes.stream().toArray();
  }

  private int node(long id) {
    return id == 0 ? -1 : graph.addresses.indexOf(id);
  }

  /** Ends the pass; nothing may be visited afterwards. */
  Graph finish() {
    HeapClass loaders = classes.named("java.lang.ClassLoader");
    classes.named(Classes.UNKNOWN);
    int boot = graph.bootLoader();
    graph.classOf[boot] = loaders.number();
    graph.size[boot] = units(loaders.instanceSize());
    graph.classNode = new int[classes.size()];
    for (HeapClass one : classes.all()) {
      graph.classNode[one.number()] = node(one.id());
    }
    return graph;
  }

  private static int units(long bytes) {
    return (int) (bytes >>> 3);
  }

  /** The number of a record's object; -1 for a duplicate. */
  private int begin(long id, long position) {
    int node = next < graph.addresses.size() && graph.addresses.get(next) == id ? next : node(id);
    if (node < 0 || graph.classOf[node] != Graph.NO_CLASS) {
      return -1;
    }
    next = node + 1;
    graph.positionLow[node] = (int) position;
    graph.positionHigh[node] = (byte) (position >>> 32);
    pending = -1;
    first = graph.edges.size();
    return node;
  }

  private void refer(long id) {
    int to = node(id);
    if (to >= 0) {
      refer(to);
    } else if (id != 0) {
      graph.dangling++;
    }
  }

  private void refer(int to) {
    if (pending >= 0) {
      graph.edges.add(pending);
    }
    pending = to;
  }

  private void end(int node) {
    if (threads.get(node)) {
      locals.getOrDefault(node, List.of()).forEach(this::refer);
    }
    if (pending >= 0) {
      graph.edges.add(~pending);
      graph.start[node] = first;
    }
  }

  @Override
  public void classDump(ClassDump dump) {
    int node = begin(dump.id(), 0);
    if (node < 0) {
      return;
    }
    graph.classOf[node] = classClass;
    graph.size[node] = units(layout.classObject(dump));
    refer(dump.superId());
    int loader = node(dump.loaderId());
    refer(loader < 0 ? graph.bootLoader() : loader);
    for (ClassDump.Static field : dump.statics()) {
      if (field.type() == Type.OBJECT) {
        refer(field.value());
      }
    }
    end(node);
  }

  @Override
  public void instance(long id, long classId, int length, long position, Input in) {
    int node = begin(id, position);
    if (node < 0) {
      return;
    }
    HeapClass type = classes.get(classId, false);
    graph.classOf[node] = type.number();
    graph.size[node] = units(type.instanceSize());
    long data = in.position();
    for (int offset : type.references()) {
      if (offset + in.idSize() <= length) {
        in.seek(data + offset);
        refer(in.id());
      }
    }
    int referent = type.referent();
    if (referent >= 0 && referent + in.idSize() <= length) {
      in.seek(data + referent);
      weak(node, in.id());
    }
    end(node);
  }

  private void weak(int from, long id) {
    int to = node(id);
    if (to >= 0) {
      graph.weakFrom.add(from);
      graph.weakTo.add(to);
    }
  }

  @Override
  public void objectArray(long id, long classId, int count, long position, Input in) {
    int node = begin(id, position);
    if (node < 0) {
      return;
    }
    graph.classOf[node] = classes.get(classId, true).number();
    graph.size[node] = units(layout.array(Type.OBJECT, count));
    for (int i = 0; i < count; i++) {
      refer(in.id());
    }
    end(node);
  }

  @Override
  public void primitiveArray(long id, int type, int count, long position, Input in) {
    int node = begin(id, position);
    if (node < 0) {
      return;
    }
    graph.classOf[node] = classes.primitiveArray(type).number();
    graph.size[node] = units(layout.array(type, count));
    long bytes = (long) count * Type.size(type, 0);
    boolean text = type == Type.BYTE || type == Type.CHAR;
    if (text && bytes <= LONGEST_HASHED) {
      graph.start[node] = in.hash((int) bytes) | Integer.MIN_VALUE;
    }
    end(node);
  }

  @Override
  public void progress(long position) {
    progress.accept(position);
  }
}
