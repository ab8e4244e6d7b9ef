package dev.snarl.instrument;

import dev.snarl.text.Nearest;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Puts the points of one class into its methods. */
final class WovenClass extends ClassVisitor {

  private final List<Point> points;

  /** Whether they come from a user's file, and are checked. */
  private final boolean checked;

  /** By identity: hashing a record for the first time links method handles for 20 ms. */
  private final Set<Point> met = Collections.newSetFromMap(new IdentityHashMap<>());

  private final List<WovenMethod> waits = new ArrayList<>();
  private final List<String> methods = new ArrayList<>();
  private final List<String> fields = new ArrayList<>();
  private final List<String> problems = new ArrayList<>();
  private String name = "";

  WovenClass(ClassWriter next, List<Point> points, boolean checked) {
    super(Opcodes.ASM9, next);
    this.points = points;
    this.checked = checked;
  }

  /** Whether the class has a method for each point that it must have. */
  boolean complete() {
    for (Point point : points) {
      if (!point.optional() && !met.contains(point)) {
        return false;
      }
    }
    return true;
  }

  /** What a user's file asks for and the class does not have, a line each. */
  List<String> problems() {
    String type = name.replace('/', '.');
    for (Point point : points) {
      if (!point.optional() && !point.inherited() && !met.contains(point)) {
        Nearest nearest = new Nearest(point.name());
        methods.forEach(nearest::consider);
        String near = nearest.best();
        String which = point.descriptor().equals("(") ? "" : " " + point.descriptor();
        problems.add(
            type
                + " has no method "
                + point.name()
                + which
                + (near == null || near.equals(point.name())
                    ? ""
                    : "; did you mean " + near + "?"));
      }
    }
    for (WovenMethod wait : waits) {
      if (!wait.parks()) {
        problems.add(
            type
                + "."
                + wait.method()
                + " calls nothing that is known to wait; name what it calls: with CLASS.METHOD");
      }
    }
    return problems;
  }

  @Override
  public void visit(
      int version,
      int access,
      String type,
      @Nullable String signature,
      @Nullable String superName,
      String @Nullable [] interfaces) {
    name = type;
    super.visit(version, access, type, signature, superName, interfaces);
  }

  @Override
  public FieldVisitor visitField(
      int access,
      String field,
      String descriptor,
      @Nullable String signature,
      @Nullable Object value) {
    if (checked && (access & Opcodes.ACC_STATIC) == 0) {
      fields.add(field + ':' + descriptor);
    }
    return super.visitField(access, field, descriptor, signature, value);
  }

  @Override
  public MethodVisitor visitMethod(
      int access,
      String method,
      String descriptor,
      @Nullable String signature,
      String @Nullable [] exceptions) {
    MethodVisitor woven = super.visitMethod(access, method, descriptor, signature, exceptions);
    boolean isStatic = (access & Opcodes.ACC_STATIC) != 0;
    boolean hasCode =
        (access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE | Opcodes.ACC_BRIDGE)) == 0;
    if (checked) {
      methods.add(method);
    }
    for (Point point : points) {
      // A static method matches too: a line then says why it does not fit.
      if (point.matches(method, descriptor, isStatic && !checked, hasCode)) {
        met.add(point);
        String problem = checked ? problem(point, access, method, descriptor) : null;
        if (problem != null) {
          String line = name.replace('/', '.') + "." + method + " " + problem;
          if (!problems.contains(line)) { // it may be of several of one name
            problems.add(line);
          }
          continue;
        }
        WovenMethod next = new WovenMethod(woven, point, name, method, descriptor);
        if (checked && point.weave() == Weave.WAIT) {
          waits.add(next);
        }
        woven = next;
      }
    }
    return woven;
  }

  private @Nullable String problem(Point point, int access, String method, String descriptor) {
    String problem = new Fit(point, access, method, descriptor).problem();
    if (problem != null || point.weave() == Weave.WAIT || point.with().isEmpty()) {
      return problem == null ? null : problem + ": " + point.weave().word() + " does not fit it";
    }
    for (String field : point.with().split(",", -1)) {
      if (!fields.contains(field)) {
        return "is of a class without the field " + field;
      }
    }
    return null;
  }
}
