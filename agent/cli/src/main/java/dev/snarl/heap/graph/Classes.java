package dev.snarl.heap.graph;

import dev.snarl.heap.hprof.ClassDump;
import dev.snarl.heap.hprof.Input;
import dev.snarl.heap.hprof.Type;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The classes of a dump, numbered, with the layout of their instances. */
final class Classes {
  /** Of an object whose record is lost. */
  static final String UNKNOWN = "<unknown>";

  private static final String REFERENCE = "java.lang.ref.Reference";
  private static final int MOST_UNKNOWN = 1 << 16;

  private final Survey survey;
  private final Layout layout;
  private final Input in;
  private final List<HeapClass> all = new ArrayList<>();
  private final LongIntMap byId = new LongIntMap();
  private final Map<Long, Long> unaligned = new HashMap<>();
  private final Map<String, HeapClass> byName = new HashMap<>();
  private final HeapClass[] primitiveArrays = new HeapClass[12];

  Classes(Survey survey, Layout layout, Input in) {
    this.survey = survey;
    this.layout = layout;
    this.in = in;
    for (ClassDump dump : survey.classes.values()) {
      define(dump);
    }
    for (int type = Type.BOOLEAN; type <= Type.LONG; type++) {
      primitiveArrays[type] = named(Type.name(type) + "[]");
    }
  }

  /**
   * From the top down and without recursion, because a damaged dump may hold a chain of any length.
   */
  private void define(ClassDump wanted) {
    Deque<ClassDump> chain = new ArrayDeque<>();
    Set<Long> seen = new HashSet<>();
    ClassDump next = wanted;
    while (next != null && byId.get(next.id()) == LongIntMap.ABSENT && seen.add(next.id())) {
      chain.push(next);
      next = survey.classes.get(next.superId());
    }
    while (!chain.isEmpty()) {
      add(chain.pop());
    }
  }

  private void add(ClassDump dump) {
    int above = dump.superId() == 0 ? LongIntMap.ABSENT : byId.get(dump.superId());
    HeapClass superClass = above == LongIntMap.ABSENT ? null : all.get(above);
    String name = name(dump.id());
    List<HeapClass.Field> fields = new ArrayList<>();
    HeapClass self =
        new HeapClass(
            all.size(),
            dump.id(),
            name,
            superClass,
            dump.loaderId(),
            0,
            new HeapClass.Field[0],
            new int[0],
            -1);
    int offset = 0;
    for (ClassDump.Field field : dump.fields()) {
      fields.add(new HeapClass.Field(self, names(field.nameId()), field.type(), offset));
      offset += Type.size(field.type(), in.idSize());
    }
    if (superClass != null) {
      for (HeapClass.Field field : superClass.fields()) {
        fields.add(
            new HeapClass.Field(
                field.declaredBy(), field.name(), field.type(), offset + field.offset()));
      }
    }
    int[] references =
        fields.stream()
            .filter(f -> f.type() == Type.OBJECT && !isReferent(f))
            .mapToInt(HeapClass.Field::offset)
            .toArray();
    int referent =
        fields.stream()
            .filter(Classes::isReferent)
            .mapToInt(HeapClass.Field::offset)
            .findFirst()
            .orElse(-1);
    put(
        new HeapClass(
            all.size(),
            dump.id(),
            name,
            superClass,
            dump.loaderId(),
            layout.aligned(unaligned(dump, superClass)),
            fields.toArray(HeapClass.Field[]::new),
            references,
            referent));
  }

  private static boolean isReferent(HeapClass.Field field) {
    return field.type() == Type.OBJECT
        && field.name().equals("referent")
        && field.declaredBy().name().equals(REFERENCE);
  }

  private long unaligned(ClassDump dump, @Nullable HeapClass superClass) {
    long size =
        superClass == null
            ? layout.header()
            : layout.with(
                unaligned.getOrDefault(superClass.id(), (long) layout.header()),
                layout.fields(dump));
    unaligned.put(dump.id(), size);
    return size;
  }

  private HeapClass put(HeapClass made) {
    all.add(made);
    byName.putIfAbsent(made.name(), made);
    if (made.id() != 0) {
      byId.put(made.id(), made.number());
    }
    return made;
  }

  private HeapClass unknown(long id, String name) {
    return put(
        new HeapClass(
            all.size(),
            id,
            name,
            null,
            0,
            layout.aligned(layout.header()),
            new HeapClass.Field[0],
            new int[0],
            -1));
  }

  private String names(long id) {
    return survey.names.get(id, in);
  }

  private String name(long classId) {
    Long nameId = survey.classNames.get(classId);
    return nameId == null
        ? "unknown-name@0x" + Long.toHexString(classId)
        : readable(names(nameId).replace('/', '.'));
  }

  /** {@code byte[][]} for {@code [[B}, {@code a.B[]} for {@code [La.B;}. */
  static String readable(String name) {
    int depth = 0;
    while (depth < name.length() && name.charAt(depth) == '[') {
      depth++;
    }
    if (depth == 0 || depth == name.length()) {
      return name;
    }
    String element = name.substring(depth);
    String plain =
        switch (element) {
          case "Z" -> "boolean";
          case "C" -> "char";
          case "F" -> "float";
          case "D" -> "double";
          case "B" -> "byte";
          case "S" -> "short";
          case "I" -> "int";
          case "J" -> "long";
          default ->
              element.startsWith("L") && element.endsWith(";")
                  ? element.substring(1, element.length() - 1)
                  : element;
        };
    return plain + "[]".repeat(depth);
  }

  /** The class of that id; one with a synthetic name if the dump lacks it. */
  HeapClass get(long id, boolean array) {
    int number = byId.get(id);
    if (number != LongIntMap.ABSENT) {
      return all.get(number);
    }
    boolean room = all.size() - survey.classes.size() < MOST_UNKNOWN;
    String name =
        "unknown-class" + (room ? "-0x" + Long.toHexString(id) : "") + (array ? "[]" : "");
    return room ? unknown(id, name) : named(name);
  }

  /** The class whose class object has that id, null for none. */
  @Nullable HeapClass of(long id) {
    int number = id == 0 ? LongIntMap.ABSENT : byId.get(id);
    return number == LongIntMap.ABSENT ? null : all.get(number);
  }

  HeapClass get(int number) {
    return all.get(number);
  }

  HeapClass primitiveArray(int type) {
    return primitiveArrays[type];
  }

  /** The first of that name, or a synthetic one. */
  HeapClass named(String name) {
    HeapClass known = byName.get(name);
    return known == null ? unknown(0, name) : known;
  }

  int size() {
    return all.size();
  }

  List<HeapClass> all() {
    return all;
  }
}
