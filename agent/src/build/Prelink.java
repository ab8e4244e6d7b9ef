import static org.objectweb.asm.Opcodes.*;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Type;

/**
 * {@code java -cp asm.jar Prelink.java FROM TO PACKAGE}: copies a tree of classes and makes for
 * those of a package and the packages below what the JVM would otherwise make when their code first
 * runs: a class for each lambda and method reference, and {@code equals} and {@code hashCode} of
 * records. To make them there takes a quarter of the time of the observer's and the compilers'
 * threads in the first seconds. What the JVM's bootstrap methods do is in
 * https://docs.oracle.com/en/java/javase/17/docs/api/java.base/java/lang/invoke/LambdaMetafactory.html
 * and, beside it, {@code ObjectMethods}. The build runs it.
 */
final class Prelink {
  private static final Type OBJECT = Type.getType(Object.class);
  private static final String THE_ONE = "THE_ONE";

  private static final Map<Type, Type> BOXES =
      Map.of(
          Type.BOOLEAN_TYPE, Type.getType(Boolean.class),
          Type.BYTE_TYPE, Type.getType(Byte.class),
          Type.CHAR_TYPE, Type.getType(Character.class),
          Type.SHORT_TYPE, Type.getType(Short.class),
          Type.INT_TYPE, Type.getType(Integer.class),
          Type.LONG_TYPE, Type.getType(Long.class),
          Type.FLOAT_TYPE, Type.getType(Float.class),
          Type.DOUBLE_TYPE, Type.getType(Double.class));

  /** The classes made or changed, by their names. */
  private final Map<String, byte[]> classes = new TreeMap<>();

  /** The made ones, by the class whose private methods they may call. */
  private final Map<String, List<String>> nests = new HashMap<>();

  public static void main(String[] arguments) throws IOException {
    Path from = Path.of(arguments[0]);
    Path to = Path.of(arguments[1]);
    Prelink all = new Prelink();
    List<Path> files;
    try (Stream<Path> found = Files.walk(from.resolve(arguments[2]))) {
      files = found.filter(file -> file.toString().endsWith(".class")).sorted().toList();
    }
    for (Path file : files) {
      ClassReader reader = new ClassReader(Files.readAllBytes(file));
      ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
      reader.accept(all.new Host(writer), 0);
      all.classes.put(reader.getClassName(), writer.toByteArray());
    }
    all.nests.forEach(all::join);
    try (Stream<Path> found = Files.walk(from).filter(Files::isRegularFile)) {
      for (Path file : found.toList()) {
        Path target = to.resolve(from.relativize(file));
        Files.createDirectories(target.getParent());
        Files.copy(file, target);
      }
    }
    for (Map.Entry<String, byte[]> each : all.classes.entrySet()) {
      Files.write(to.resolve(each.getKey() + ".class"), each.getValue());
    }
  }

  private void join(String host, List<String> members) {
    ClassWriter writer = new ClassWriter(0);
    new ClassReader(classes.get(host)).accept(writer, 0);
    members.forEach(writer::visitNestMember);
    classes.put(host, writer.toByteArray());
  }

  /** A class with lambdas, or a record. */
  private final class Host extends ClassVisitor {
    private int version;
    private String name = "";
    private String nest = "";
    private int lambdas;
    private final List<Runnable> methods = new ArrayList<>();

    Host(ClassVisitor next) {
      super(ASM9, next);
    }

    @Override
    public void visit(
        int version, int access, String name, String signature, String parent, String[] shapes) {
      super.visit(version, access, name, signature, parent, shapes);
      this.version = version;
      this.name = name;
      this.nest = name;
    }

    @Override
    public void visitNestHost(String host) {
      super.visitNestHost(host);
      nest = host;
    }

    @Override
    public MethodVisitor visitMethod(
        int access, String method, String type, String signature, String[] thrown) {
      MethodVisitor next = super.visitMethod(access, method, type, signature, thrown);
      return new MethodVisitor(ASM9, next) {
        @Override
        public void visitInvokeDynamicInsn(String call, String type, Handle by, Object... with) {
          Type wanted = Type.getMethodType(type);
          String bootstrap = by.getOwner() + '.' + by.getName();
          if (bootstrap.equals("java/lang/invoke/LambdaMetafactory.metafactory")) {
            String made = name + "$$" + ++lambdas;
            Type exact = (Type) with[2];
            add(made, lambda(made, call, wanted, (Type) with[0], (Handle) with[1], exact));
            if (wanted.getArgumentTypes().length == 0) {
              String shape = wanted.getReturnType().getDescriptor();
              super.visitFieldInsn(GETSTATIC, made, THE_ONE, shape);
            } else {
              super.visitMethodInsn(INVOKESTATIC, made, "of", type, false);
            }
          } else if (bootstrap.equals("java/lang/runtime/ObjectMethods.bootstrap")
              && !call.equals("toString")) {
            methods.add(() -> ofRecord(call, type, with));
            super.visitMethodInsn(INVOKESTATIC, name, '$' + call, type, false);
          } else {
            super.visitInvokeDynamicInsn(call, type, by, with);
          }
        }
      };
    }

    @Override
    public void visitEnd() {
      methods.forEach(Runnable::run);
      super.visitEnd();
    }

    private void add(String made, byte[] type) {
      classes.put(made, type);
      nests.computeIfAbsent(nest, key -> new ArrayList<>()).add(made);
    }

    private byte[] lambda(
        String made, String method, Type wanted, Type erased, Handle body, Type exact) {
      ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
      Type shape = wanted.getReturnType();
      Type[] captured = wanted.getArgumentTypes();
      String[] shapes = {shape.getInternalName()};
      int access = ACC_FINAL | ACC_SUPER | ACC_SYNTHETIC;
      writer.visit(version, access, made, null, OBJECT.getInternalName(), shapes);
      writer.visitNestHost(nest);
      String init = Type.getMethodDescriptor(Type.VOID_TYPE, captured);
      MethodVisitor code = writer.visitMethod(ACC_PRIVATE, "<init>", init, null, null);
      code.visitVarInsn(ALOAD, 0);
      code.visitMethodInsn(INVOKESPECIAL, OBJECT.getInternalName(), "<init>", "()V", false);
      int at = 1;
      for (int i = 0; i < captured.length; i++) {
        String type = captured[i].getDescriptor();
        writer.visitField(ACC_PRIVATE | ACC_FINAL, "c" + i, type, null, null);
        code.visitVarInsn(ALOAD, 0);
        code.visitVarInsn(captured[i].getOpcode(ILOAD), at);
        code.visitFieldInsn(PUTFIELD, made, "c" + i, type);
        at += captured[i].getSize();
      }
      end(code, RETURN);
      if (captured.length == 0) {
        writer.visitField(ACC_STATIC | ACC_FINAL, THE_ONE, shape.getDescriptor(), null, null);
        code = writer.visitMethod(ACC_STATIC, "<clinit>", "()V", null, null);
        create(code, made, init, captured);
        code.visitFieldInsn(PUTSTATIC, made, THE_ONE, shape.getDescriptor());
        end(code, RETURN);
      } else {
        code = writer.visitMethod(ACC_STATIC, "of", wanted.getDescriptor(), null, null);
        create(code, made, init, captured);
        end(code, ARETURN);
      }
      code = writer.visitMethod(ACC_PUBLIC, method, erased.getDescriptor(), null, null);
      call(code, made, captured, erased, body, exact);
      end(code, erased.getReturnType().getOpcode(IRETURN));
      writer.visitEnd();
      return writer.toByteArray();
    }

    /** As a method of the record's class: its name is the method's with a dollar sign. */
    private void ofRecord(String method, String type, Object... with) {
      String called = '$' + method;
      int access = ACC_PRIVATE | ACC_STATIC | ACC_SYNTHETIC;
      MethodVisitor code = super.visitMethod(access, called, type, null, null);
      List<Handle> getters = new ArrayList<>();
      for (int i = 2; i < with.length; i++) {
        getters.add((Handle) with[i]);
      }
      if (method.equals("equals")) {
        equalsOf(code, getters);
      } else {
        hashCodeOf(code, getters);
      }
    }

    private void equalsOf(MethodVisitor code, List<Handle> getters) {
      Label no = new Label();
      code.visitVarInsn(ALOAD, 1);
      code.visitTypeInsn(INSTANCEOF, name);
      code.visitJumpInsn(IFEQ, no);
      for (Handle each : getters) {
        Type type = Type.getType(each.getDesc());
        get(code, 0, each);
        get(code, 1, each);
        if (type.getSort() <= Type.INT) {
          code.visitJumpInsn(IF_ICMPNE, no);
        } else if (primitive(type)) {
          invokeStatic(code, BOXES.get(type), "compare", Type.INT_TYPE, type, type);
          code.visitJumpInsn(IFNE, no);
        } else {
          Type objects = Type.getObjectType("java/util/Objects");
          invokeStatic(code, objects, "equals", Type.BOOLEAN_TYPE, OBJECT, OBJECT);
          code.visitJumpInsn(IFEQ, no);
        }
      }
      code.visitInsn(ICONST_1);
      code.visitInsn(IRETURN);
      code.visitLabel(no);
      code.visitFrame(F_SAME, 0, null, 0, null);
      code.visitInsn(ICONST_0);
      end(code, IRETURN);
    }

    private void hashCodeOf(MethodVisitor code, List<Handle> getters) {
      code.visitInsn(ICONST_0);
      for (Handle each : getters) {
        Type type = Type.getType(each.getDesc());
        code.visitIntInsn(BIPUSH, 31);
        code.visitInsn(IMUL);
        get(code, 0, each);
        if (primitive(type)) {
          invokeStatic(code, BOXES.get(type), "hashCode", Type.INT_TYPE, type);
        } else {
          Type objects = Type.getObjectType("java/util/Objects");
          invokeStatic(code, objects, "hashCode", Type.INT_TYPE, OBJECT);
        }
        code.visitInsn(IADD);
      }
      end(code, IRETURN);
    }

    private void get(MethodVisitor code, int variable, Handle field) {
      code.visitVarInsn(ALOAD, variable);
      if (variable > 0) {
        code.visitTypeInsn(CHECKCAST, name);
      }
      code.visitFieldInsn(GETFIELD, field.getOwner(), field.getName(), field.getDesc());
    }
  }

  private static void create(MethodVisitor code, String made, String init, Type[] captured) {
    code.visitTypeInsn(NEW, made);
    code.visitInsn(DUP);
    int at = 0;
    for (Type each : captured) {
      code.visitVarInsn(each.getOpcode(ILOAD), at);
      at += each.getSize();
    }
    code.visitMethodInsn(INVOKESPECIAL, made, "<init>", init, false);
  }

  /** Calls the body with what was captured and what is given. */
  private static void call(
      MethodVisitor code, String made, Type[] captured, Type erased, Handle body, Type exact) {
    Type owner = Type.getObjectType(body.getOwner());
    boolean makes = body.getTag() == H_NEWINVOKESPECIAL;
    List<Type> takes = new ArrayList<>(List.of(Type.getArgumentTypes(body.getDesc())));
    if (makes) {
      code.visitTypeInsn(NEW, body.getOwner());
      code.visitInsn(DUP);
    } else if (body.getTag() != H_INVOKESTATIC) {
      takes.add(0, owner);
    }
    int next = 0;
    for (int i = 0; i < captured.length; i++) {
      code.visitVarInsn(ALOAD, 0);
      code.visitFieldInsn(GETFIELD, made, "c" + i, captured[i].getDescriptor());
      convert(code, captured[i], captured[i], takes.get(next++));
    }
    Type[] given = erased.getArgumentTypes();
    int at = 1;
    for (int i = 0; i < given.length; i++) {
      code.visitVarInsn(given[i].getOpcode(ILOAD), at);
      at += given[i].getSize();
      convert(code, given[i], exact.getArgumentTypes()[i], takes.get(next++));
    }
    int how =
        switch (body.getTag()) {
          case H_INVOKESTATIC -> INVOKESTATIC;
          case H_NEWINVOKESPECIAL -> INVOKESPECIAL;
          default -> body.isInterface() ? INVOKEINTERFACE : INVOKEVIRTUAL;
        };
    String name = body.getName();
    code.visitMethodInsn(how, body.getOwner(), name, body.getDesc(), body.isInterface());
    Type returned = makes ? owner : Type.getReturnType(body.getDesc());
    Type expected = erased.getReturnType();
    if (expected.getSort() != Type.VOID) {
      convert(code, returned, returned, expected);
    } else if (returned.getSort() != Type.VOID) {
      code.visitInsn(returned.getSize() == 2 ? POP2 : POP);
    }
  }

  /**
   * From a value of one type to another.
   *
   * @param exact what it is by the generic types
   */
  private static void convert(MethodVisitor code, Type is, Type exact, Type to) {
    if (primitive(is) && primitive(to)) {
      widen(code, is, to);
    } else if (primitive(is)) {
      invokeStatic(code, BOXES.get(is), "valueOf", BOXES.get(is), is);
    } else if (primitive(to)) {
      Type inside = to;
      for (Map.Entry<Type, Type> each : BOXES.entrySet()) {
        inside = each.getValue().equals(exact) ? each.getKey() : inside;
      }
      String box = BOXES.get(inside).getInternalName();
      String value = inside.getClassName() + "Value";
      code.visitTypeInsn(CHECKCAST, box);
      code.visitMethodInsn(INVOKEVIRTUAL, box, value, "()" + inside.getDescriptor(), false);
      widen(code, inside, to);
    } else if (!to.equals(OBJECT) && !to.equals(is)) {
      code.visitTypeInsn(CHECKCAST, to.getInternalName());
    }
  }

  private static void widen(MethodVisitor code, Type from, Type to) {
    String is = from.getSort() < Type.INT ? "I" : from.getDescriptor();
    int instruction =
        switch (is + to.getDescriptor()) {
          case "IJ" -> I2L;
          case "IF" -> I2F;
          case "ID" -> I2D;
          case "JF" -> L2F;
          case "JD" -> L2D;
          case "FD" -> F2D;
          default -> NOP;
        };
    if (instruction != NOP) {
      code.visitInsn(instruction);
    }
  }

  private static void invokeStatic(
      MethodVisitor code, Type owner, String method, Type returned, Type... takes) {
    String type = Type.getMethodDescriptor(returned, takes);
    code.visitMethodInsn(INVOKESTATIC, owner.getInternalName(), method, type, false);
  }

  private static boolean primitive(Type type) {
    return type.getSort() < Type.ARRAY;
  }

  private static void end(MethodVisitor code, int how) {
    code.visitInsn(how);
    code.visitMaxs(0, 0);
    code.visitEnd();
  }
}
