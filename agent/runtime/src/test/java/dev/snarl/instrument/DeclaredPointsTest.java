package dev.snarl.instrument;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;

/** What a user declares is woven where it fits; where it does not, the class loads as it is. */
class DeclaredPointsTest {
  private static final String OWNER = Own.class.getName().replace('.', '/');

  @ParameterizedTest
  @ValueSource(
      strings = {
        "wait",
        "submitted",
        "requested",
        "run-self",
        "run-job",
        "fed",
        "fed-or-refused",
        "queued",
        "stopping",
        "client",
        "poll",
        "built"
      })
  void whateverIsAskedOfWhateverMethodTheClassRunsAsBefore(String word) throws Exception {
    for (String method :
        List.of(
            "<init>", "fixed", "nothing", "number", "object", "one", "wide", "parks", "throwing")) {
      Woven woven = weave(word + " " + OWNER + " " + method);
      String before = (String) Own.class.getMethod("all").invoke(null);
      assertThat(woven.type.getMethod("all").invoke(null))
          .as("%s %s: %s", word, method, woven.problems)
          .isEqualTo(before);
    }
  }

  @Test
  void fieldsThatTheClassDoesNotHaveAreSaid() throws Exception {
    assertThat(
            weave(
                    "run-given "
                        + OWNER
                        + " nothing with pool:Ljava/lang/Object;,job:Ljava/lang/Object;")
                .problems)
        .containsExactly(
            Own.class.getName()
                + ".nothing is of a class without the field pool:Ljava/lang/Object;");
  }

  @Test
  void aMethodThatIsNotThereIsSaidWithTheOneThatMayBeMeant() throws Exception {
    assertThat(weave("wait " + OWNER + " park").problems)
        .containsExactly(Own.class.getName() + " has no method park; did you mean parks?");
    assertThat(weave("wait " + OWNER + " parks (J").problems)
        .containsExactly(Own.class.getName() + " has no method parks (J");
  }

  @Test
  void aWaitThatCallsNothingThatWaitsIsSaid() throws Exception {
    assertThat(weave("wait " + OWNER + " parks").problems).isEmpty();
    assertThat(weave("wait " + OWNER + " object").problems)
        .singleElement()
        .asString()
        .contains(".object calls nothing that is known to wait");
    assertThat(weave("wait " + OWNER + " object with " + OWNER + ".number").problems).isEmpty();
  }

  @Test
  void whatDoesNotFitIsSaid() throws Exception {
    assertThat(weave("submitted " + OWNER + " nothing").problems)
        .containsExactly(
            Own.class.getName() + ".nothing returns no object: submitted does not fit it");
    assertThat(weave("stopping " + OWNER + " fixed").problems)
        .containsExactly(Own.class.getName() + ".fixed is static: stopping does not fit it");
    assertThat(weave("fed " + OWNER + " wide").problems)
        .containsExactly(
            Own.class.getName()
                + ".wide has no object for its first parameter: fed does not fit it");
    assertThat(weave("poll " + OWNER + " <init>").problems)
        .containsExactly(Own.class.getName() + ".<init> is a constructor: poll does not fit it");
  }

  @Test
  void subtypesAreFoundByTheirFiles() throws Exception {
    Subtypes subtypes = new Subtypes();
    Point point = Point.of("wait " + Base.class.getName().replace('.', '/') + "+ get");
    subtypes.add(point);
    ClassLoader loader = Own.class.getClassLoader();
    assertThat(subtypes.of(bytes(Derived.class), loader)).containsExactly(point);
    assertThat(subtypes.of(bytes(Base.class), loader)).containsExactly(point);
    assertThat(subtypes.of(bytes(Own.class), loader)).isEmpty();
    assertThat(subtypes.any(Derived.class)).isTrue();
    assertThat(subtypes.any(Own.class)).isFalse();
  }

  /** The JVM refuses it, after it was given to the agent. */
  @Test
  void aClassAmongItsOwnSupertypesEnds() {
    String own = "a/Own";
    ClassWriter writer = new ClassWriter(0);
    String[] itself = {own, own, own};
    writer.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, own, null, "java/lang/Object", itself);
    byte[] bytes = writer.toByteArray();
    ClassLoader loader =
        new ClassLoader(null) {
          @Override
          public InputStream getResourceAsStream(String name) {
            return new ByteArrayInputStream(bytes);
          }
        };
    Subtypes subtypes = new Subtypes();
    Point point = Point.of("wait " + own + "+ get");
    subtypes.add(point);
    assertThat(subtypes.of(bytes, loader)).containsExactly(point);
  }

  private record Woven(Class<?> type, List<String> problems) {}

  private static Woven weave(String line) throws Exception {
    ClassReader reader = new ClassReader(bytes(Own.class));
    ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
    WovenClass woven = new WovenClass(writer, List.of(Point.of(line)), true);
    reader.accept(woven, 0);
    byte[] bytes = writer.toByteArray();
    ClassLoader loader =
        new ClassLoader(Own.class.getClassLoader()) {
          @Override
          protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            return name.equals(Own.class.getName())
                ? defineClass(name, bytes, 0, bytes.length)
                : super.loadClass(name, resolve);
          }
        };
    return new Woven(loader.loadClass(Own.class.getName()), woven.problems());
  }

  private static byte[] bytes(Class<?> type) throws IOException {
    try (InputStream in =
        type.getResourceAsStream("/" + type.getName().replace('.', '/') + ".class")) {
      return in.readAllBytes();
    }
  }

  /** Methods of many shapes. */
  public static class Own {
    private final List<Object> seen = new ArrayList<>();

    public Own() {
      this("by another");
    }

    private Own(Object first) {
      seen.add(first);
    }

    /** Calls them all. */
    public static String all() throws InterruptedException, InvocationTargetException {
      Own own = new Own();
      own.nothing();
      own.number();
      own.object();
      own.one("x", 3);
      own.wide(7, "y");
      own.parks();
      fixed("z");
      try {
        own.throwing("w");
      } catch (IllegalStateException e) {
        own.seen.add(e.getMessage());
      }
      return own.seen.toString();
    }

    static Object fixed(Object given) {
      return given;
    }

    void nothing() {
      seen.add("nothing");
    }

    int number() {
      seen.add("number");
      return 1;
    }

    Object object() {
      seen.add("object" + number());
      return seen;
    }

    long one(Object first, int second) {
      seen.add(first);
      return second;
    }

    double wide(long first, Object second) {
      seen.add(second);
      return first;
    }

    boolean parks() throws InterruptedException {
      new CountDownLatch(0).await();
      return seen.add("parked");
    }

    Object throwing(Object why) {
      throw new IllegalStateException("thrown " + why);
    }
  }

  interface Base {
    Object get();
  }

  abstract static class Middle implements Base {}

  static class Derived extends Middle {
    @Override
    public Object get() {
      return this;
    }
  }
}
