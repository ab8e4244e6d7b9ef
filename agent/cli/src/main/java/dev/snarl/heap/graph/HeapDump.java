package dev.snarl.heap.graph;

import dev.snarl.heap.hprof.ClassDump;
import dev.snarl.heap.hprof.Damage;
import dev.snarl.heap.hprof.DumpFile;
import dev.snarl.heap.hprof.Input;
import dev.snarl.heap.hprof.RootKind;
import dev.snarl.heap.hprof.Type;
import dev.snarl.heap.hprof.Unreadable;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * A dump, read and indexed. Objects are identified by their numbers, from 0 to {@link #nodes()};
 * {@link #NONE} is no object. About 54 bytes for each object and 8 for each reference while it is
 * opened, less afterwards. Not thread-safe.
 */
public final class HeapDump implements Closeable {
  /** No object. */
  public static final int NONE = -1;

  private final DumpFile file;
  private final Input in;
  private final Index index;
  private final Threads threads;
  private final Totals totals;

  private HeapDump(DumpFile file, Input in, Index index) {
    this.file = file;
    this.in = in;
    this.index = index;
    this.totals = Totals.of(index);
    this.threads = new Threads(index, in);
  }

  /**
   * Reads a dump twice.
   *
   * @throws Unreadable if nothing can be learned from the file
   * @throws TooLarge if it holds more than can be numbered
   */
  public static HeapDump open(Path path, Progress progress) throws IOException, Unreadable {
    DumpFile file = DumpFile.open(path);
    try {
      Input in = file.random();
      return new HeapDump(file, in, Index.of(file, in, progress));
    } catch (IOException | Unreadable | RuntimeException e) {
      file.close();
      throw e;
    }
  }

  /** What kept the file from being read to its end, null for nothing. */
  public @Nullable Damage damage() {
    return index.damage;
  }

  /** Bytes of the unpacked dump. */
  public long length() throws IOException {
    return file.length();
  }

  /** Milliseconds since 1970 when the dump was made. */
  public long millis() {
    return file.millis();
  }

  /** The number of complete passes over the file. */
  public int passes() {
    return file.passes();
  }

  /** Bytes read from the file in the passes over it. */
  public long bytesRead() {
    return file.bytesRead();
  }

  /** Peak size of the index in bytes. */
  public long peakBytes() {
    return index.peakBytes;
  }

  public Totals totals() {
    return totals;
  }

  public Threads threads() {
    return threads;
  }

  /** Bytes of a reference in the JVM's objects, 4 if they were compressed. */
  public int referenceSize() {
    return index.layout.referenceSize();
  }

  /** Bytes of an object's header in the JVM. */
  public int headerSize() {
    return index.layout.header();
  }

  /** One more than the largest number. */
  public int nodes() {
    return index.graph.nodes;
  }

  /** All classes; one without objects too. */
  public List<HeapClass> classes() {
    return index.classes.all();
  }

  public HeapClass classOf(int node) {
    int number = index.graph.classOf[node];
    return number < 0 ? index.classes.named(Classes.UNKNOWN) : index.classes.get(number);
  }

  /** The class that this class object represents, null if the object is none. */
  public @Nullable HeapClass asClass(int node) {
    return index.classes.of(address(node));
  }

  /** As Eclipse MAT prints it: {@code class a.B} for a class object. */
  public String describe(int node) {
    HeapClass self = asClass(node);
    if (self != null) {
      return "class " + self.name();
    }
    return node == index.graph.bootLoader() ? "<system class loader>" : classOf(node).name();
  }

  /** The id in the dump, on HotSpot the address; 0 for the boot class loader. */
  public long address(int node) {
    return node == index.graph.bootLoader() ? 0 : index.graph.addresses.get(node);
  }

  /** The object of that id, {@link #NONE} if the dump has none. */
  public int node(long address) {
    return address == 0 ? NONE : index.graph.addresses.indexOf(address);
  }

  /** The class object of a class, {@link #NONE} if the dump has none. */
  public int classObject(HeapClass of) {
    return node(of.id());
  }

  /** What a static field of a class refers to; null references are {@link #NONE}. */
  public int staticReference(HeapClass of, String field) {
    ClassDump.Static found = staticField(of, field);
    return found == null || found.type() != Type.OBJECT ? NONE : node(found.value());
  }

  /** The value of a static field of numbers; null if the class has none of that name. */
  public @Nullable Long staticNumber(HeapClass of, String field) {
    ClassDump.Static found = staticField(of, field);
    return found == null || found.type() == Type.OBJECT ? null : found.value();
  }

  private ClassDump.@Nullable Static staticField(HeapClass of, String field) {
    ClassDump dump = index.survey.classes.get(of.id());
    if (dump != null) {
      for (ClassDump.Static one : dump.statics()) {
        if (index.survey.names.get(one.nameId(), in).equals(field)) {
          return one;
        }
      }
    }
    return null;
  }

  public boolean isReachable(int node) {
    return index.reach.number[node] != 0;
  }

  /** Its shallow size in bytes. */
  public long shallow(int node) {
    return index.graph.shallow(node);
  }

  /** The bytes that would be free without it; 0 for an unreachable object. */
  public long retained(int node) {
    int number = index.reach.number[node];
    return number == 0 ? 0 : index.retained.bytes[number];
  }

  /** Its immediate dominator, {@link #NONE} for the roots together. */
  public int dominator(int node) {
    int number = index.reach.number[node];
    int above = number == 0 ? 0 : index.dominator[number];
    return above <= Reach.ROOT ? NONE : index.reach.node[above];
  }

  /** The dominated object that retains most, {@link #NONE} for none. */
  public int heaviestChild(int node) {
    int number = index.reach.number[node];
    int child = number == 0 ? 0 : index.retained.heaviest[number];
    return child == 0 ? NONE : index.reach.node[child];
  }

  /** The top of the dominator tree, the heaviest first. */
  public List<Integer> top(int most) {
    return index.top(most).stream().map(number -> index.reach.node[number]).toList();
  }

  /**
   * The objects that it refers to, without its class and without a referent; null references are
   * left out.
   */
  public void references(int node, IntConsumer to) {
    int at = index.graph.start[node];
    while (at >= 0) {
      int edge = index.graph.edges.get(at);
      to.accept(edge < 0 ? ~edge : edge);
      at = edge < 0 ? -1 : at + 1;
    }
  }

  /** A hash of the contents of an array of bytes or chars, 0 if there is none. */
  public int contents(int node) {
    int start = index.graph.start[node];
    return start < -1 ? start : 0;
  }

  /** A shortest path from a root to it, the root first. */
  public List<Integer> path(int node) {
    return RootPath.to(index, node);
  }

  /**
   * The objects that are kept for another reason than that a thread, a frame of one or a monitor
   * needs them.
   */
  public void lastingRoots(IntConsumer to) {
    for (Root root : index.survey.roots) {
      int node = node(root.id());
      boolean lasting = root.kind() != RootKind.THREAD && root.kind() != RootKind.MONITOR;
      if (node != NONE && lasting && !threads.has(root.threadSerial())) {
        to.accept(node);
      }
    }
  }

  /** Why it is a root, {@code ""} if it is none. */
  public String rootKind(int node) {
    long id = address(node);
    for (Root root : index.survey.roots) {
      if (root.id() == id) {
        return root.kind().label();
      }
    }
    return "";
  }

  /** The name of the field, or the index, in which one object holds the other. */
  public String link(int from, int to) {
    HeapClass self = asClass(from);
    if (self != null) {
      return staticLink(self, to);
    }
    Instance read = read(from);
    for (HeapClass.Field field : read.type().fields()) {
      if (field.type() == Type.OBJECT && read.reference(field.name()) == to) {
        return field.name();
      }
    }
    int most = Math.min(read.length(), 1 << 20);
    for (int i = 0; i < most; i++) {
      if (read.element(i) == to) {
        return "[" + i + "]";
      }
    }
    return threads.of(from).locals().contains(to) ? "<local variable>" : "";
  }

  private String staticLink(HeapClass of, int to) {
    ClassDump dump = index.survey.classes.get(of.id());
    if (dump != null) {
      for (ClassDump.Static one : dump.statics()) {
        if (one.type() == Type.OBJECT && node(one.value()) == to) {
          return index.survey.names.get(one.nameId(), in);
        }
      }
    }
    return "";
  }

  /** Nothing is marked yet. */
  public Marking marking(BitSet watched, IntPredicate met) {
    return new Marking(index, watched, met);
  }

  /** Reads it from the file. */
  public Instance read(int node) {
    return Instance.read(this, in, node, index.graph.position(node));
  }

  @Override
  public void close() throws IOException {
    in.close();
    file.close();
  }
}
