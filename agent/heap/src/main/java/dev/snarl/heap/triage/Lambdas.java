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
 * Which method holds the body of a lambda. A hidden class does not say it, but the class that wrote
 * the lambda keeps what the JVM resolved for it: for each call site the method handle of the body
 * and, behind it, what makes the objects. The two are matched in their order. Where the dump does
 * not hold that, the class's own name is all there is, cut before the number in it.
 */
final class Lambdas {
  private static final String MARK = "$$Lambda";
  private static final String RESOLVED = "<resolved_references>";
  private static final int MOST_ENTRIES = 10_000;

  private final HeapDump dump;
  private final Map<String, HeapClass> classes = new HashMap<>();
  private final Map<HeapClass, Map<Long, String>> bodies = new HashMap<>();

  Lambdas(HeapDump dump) {
    this.dump = dump;
    for (HeapClass one : dump.classes()) {
      classes.putIfAbsent(one.name(), one);
    }
  }

  static boolean isLambda(String type) {
    return type.contains(MARK);
  }

  /** {@code a.Mailer.lambda$send$0}, or the class's name where the origin is not in the dump. */
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
    Map<Long, String> known = bodies.get(writer);
    if (known == null) {
      known = match(writer);
      bodies.put(writer, known);
    }
    return known;
  }

  private Map<Long, String> match(HeapClass writer) {
    int resolved = dump.staticReference(writer, RESOLVED);
    if (resolved == HeapDump.NONE) {
      return Map.of();
    }
    List<String> implementations = new ArrayList<>();
    List<HeapClass> made = new ArrayList<>();
    Instance entries = dump.read(resolved);
    for (int i = 0; i < Math.min(MOST_ENTRIES, entries.length()); i++) {
      int entry = entries.element(i);
      if (entry == HeapDump.NONE) {
        continue;
      }
      HeapClass product = product(entry);
      if (product != null && product.name().startsWith(writer.name() + MARK)) {
        made.add(product);
      } else if (product == null) {
        String method = method(entry);
        if (method != null) {
          implementations.add(method);
        }
      }
    }
    Map<Long, String> matched = new HashMap<>();
    boolean certain = made.size() == implementations.size() || implementations.size() == 1;
    for (int i = 0; certain && i < made.size(); i++) {
      String body = implementations.get(Math.min(i, implementations.size() - 1));
      matched.merge(made.get(i).id(), body, (a, b) -> a);
    }
    return matched;
  }

  /** The class of what a linked call site makes: a new object each time, or always the same one. */
  private @Nullable HeapClass product(int handle) {
    Instance read = dump.read(handle);
    if (read.type().name().endsWith("DirectMethodHandle$Constructor")) {
      int made = read.reference("instanceClass");
      return made == HeapDump.NONE ? null : dump.asClass(made);
    }
    int constant = read.reference("argL0");
    if (constant != HeapDump.NONE && isLambda(dump.classOf(constant).name())) {
      return dump.classOf(constant);
    }
    return null;
  }

  /** The method of a direct handle, null for one that is no body: the bootstrap method's own. */
  private @Nullable String method(int handle) {
    Instance read = dump.read(handle);
    if (!read.type().name().startsWith("java.lang.invoke.DirectMethodHandle")) {
      return null;
    }
    Instance member = read.follow("member");
    int owner = member == null ? HeapDump.NONE : member.reference("clazz");
    HeapClass type = owner == HeapDump.NONE ? null : dump.asClass(owner);
    if (member == null || type == null) {
      return null;
    }
    boolean bootstrap =
        type.name().startsWith("java.lang.invoke.") || type.name().startsWith("java.lang.runtime.");
    return bootstrap ? null : type.name() + "." + member.text("name");
  }
}
