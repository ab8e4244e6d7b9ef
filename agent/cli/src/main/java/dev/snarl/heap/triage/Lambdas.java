package dev.snarl.heap.triage;

import dev.snarl.heap.graph.HeapClass;
import dev.snarl.heap.graph.HeapDump;
import dev.snarl.heap.graph.Instance;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The method that holds the body of a lambda. A hidden class does not name it, but the class that
 * contains the lambda keeps what the JVM resolved for it: method handles of the bodies, and of the
 * factories of the objects. A body belongs to an object if its parameters begin with the captured
 * values and the remaining ones are the arguments of the interface. If only one body fits, it is
 * certain. Otherwise only the class's own name is known, cut before the number in it.
 */
final class Lambdas {
  private static final String MARK = "$$Lambda";
  private static final String RESOLVED = "<resolved_references>";
  private static final int MOST_ENTRIES = 10_000;
  private static final int STATIC = 6;
  private static final int CONSTRUCTOR = 8;

  /** The number of arguments of the interfaces of tasks and callbacks. */
  private static final Map<String, Integer> ARGUMENTS =
      Map.ofEntries(
          Map.entry("java.lang.Runnable", 0),
          Map.entry("java.util.concurrent.Callable", 0),
          Map.entry("java.util.function.Supplier", 0),
          Map.entry("java.util.concurrent.ThreadFactory", 1),
          Map.entry("java.util.function.Function", 1),
          Map.entry("java.util.function.Consumer", 1),
          Map.entry("java.util.function.Predicate", 1),
          Map.entry("java.util.function.UnaryOperator", 1),
          Map.entry("java.util.function.BiFunction", 2),
          Map.entry("java.util.function.BiConsumer", 2));

  /** A method, and its parameters' class objects, the receiver first. */
  private record Body(String name, List<Integer> parameters) {}

  /** A hidden class, the class objects of what its objects capture, and its interface. */
  private record Product(HeapClass type, List<Integer> captured, String interfaceName) {
    boolean fits(Body body) {
      int captures = captured.size();
      if (body.parameters().size() < captures
          || !body.parameters().subList(0, captures).equals(captured)) {
        return false;
      }
      Integer arguments = ARGUMENTS.get(interfaceName);
      return arguments == null || body.parameters().size() - captures == arguments;
    }
  }

  private final HeapDump dump;
  private final Map<String, HeapClass> classes = new HashMap<>();
  private final Map<HeapClass, Map<Long, String>> known = new HashMap<>();

  Lambdas(HeapDump dump) {
    this.dump = dump;
    for (HeapClass one : dump.classes()) {
      classes.putIfAbsent(one.name(), one);
    }
  }

  /** {@code a.Mailer.lambda$send$0}, or the class's name if the origin is not in the dump. */
  String origin(HeapClass type) {
    int mark = type.name().indexOf(MARK);
    if (mark < 0) {
      return type.name();
    }
    HeapClass writer = classes.get(type.name().substring(0, mark));
    String body = writer == null ? null : bodies(writer).get(type.id());
    return body == null ? type.name().substring(0, mark + MARK.length()) : body;
  }

  private Map<Long, String> bodies(HeapClass writer) {
    Map<Long, String> bodies = known.get(writer);
    if (bodies == null) {
      bodies = match(writer);
      known.put(writer, bodies);
    }
    return bodies;
  }

  private Map<Long, String> match(HeapClass writer) {
    int resolved = dump.staticReference(writer, RESOLVED);
    if (resolved == HeapDump.NONE) {
      return Map.of();
    }
    List<Body> bodies = new ArrayList<>();
    List<Product> products = new ArrayList<>();
    Instance entries = dump.read(resolved);
    for (int i = 0; i < Math.min(MOST_ENTRIES, entries.length()); i++) {
      int entry = entries.element(i);
      if (entry != HeapDump.NONE) {
        add(dump.read(entry), writer, bodies, products);
      }
    }
    return match(bodies, products);
  }

  /** Certain pairs are removed, until no more are found. */
  private static Map<Long, String> match(List<Body> bodies, List<Product> products) {
    Map<Long, String> matched = new HashMap<>();
    int before;
    do {
      before = matched.size();
      for (Product product : products) {
        List<Body> fitting = bodies.stream().filter(product::fits).toList();
        if (!matched.containsKey(product.type().id()) && fitting.size() == 1) {
          matched.put(product.type().id(), fitting.get(0).name());
          bodies.remove(fitting.get(0));
        }
      }
    } while (matched.size() > before);
    return matched;
  }

  private void add(Instance handle, HeapClass writer, List<Body> bodies, List<Product> products) {
    HeapClass made = made(handle);
    Instance type = handle.follow("type");
    if (made != null && type != null && made.name().startsWith(writer.name() + MARK)) {
      int returned = type.reference("rtype");
      products.add(
          new Product(
              made, parameters(type), returned == HeapDump.NONE ? "" : className(returned)));
    } else if (made == null
        && handle.type().name().startsWith("java.lang.invoke.DirectMethodHandle")) {
      Body body = body(handle);
      if (body != null) {
        bodies.add(body);
      }
    }
  }

  private String className(int classObject) {
    HeapClass type = dump.asClass(classObject);
    return type == null ? "" : type.name();
  }

  private List<Integer> parameters(Instance methodType) {
    List<Integer> parameters = new ArrayList<>();
    Instance types = methodType.follow("ptypes");
    for (int i = 0; types != null && i < Math.min(255, types.length()); i++) {
      parameters.add(types.element(i));
    }
    return parameters;
  }

  /** The class of a linked call site's objects: a new one each time, or always the same one. */
  private @Nullable HeapClass made(Instance handle) {
    if (handle.type().name().endsWith("DirectMethodHandle$Constructor")) {
      int made = handle.reference("instanceClass");
      HeapClass type = made == HeapDump.NONE ? null : dump.asClass(made);
      return type != null && type.name().contains(MARK) ? type : null;
    }
    int constant = handle.reference("argL0");
    return constant != HeapDump.NONE && dump.classOf(constant).name().contains(MARK)
        ? dump.classOf(constant)
        : null;
  }

  /** The method of a direct handle, null for one that is no body: the bootstrap method's own. */
  private @Nullable Body body(Instance handle) {
    Instance member = handle.follow("member");
    Instance type = handle.follow("type");
    int owner = member == null ? HeapDump.NONE : member.reference("clazz");
    if (member == null || type == null || owner == HeapDump.NONE) {
      return null;
    }
    String name = className(owner);
    if (name.startsWith("java.lang.invoke.") || name.startsWith("java.lang.runtime.")) {
      return null;
    }
    List<Integer> parameters = parameters(type);
    long kind = (member.number("flags") >> 24) & 0xf;
    if (kind != STATIC
        && kind != CONSTRUCTOR
        && (parameters.isEmpty() || parameters.get(0) != owner)) {
      parameters.add(0, owner);
    }
    return new Body(name + "." + member.text("name"), parameters);
  }
}
