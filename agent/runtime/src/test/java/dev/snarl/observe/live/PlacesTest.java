package dev.snarl.observe.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.WeakReference;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.List;
import java.util.concurrent.SnarlLens;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class PlacesTest {

  @SuppressWarnings("UnusedVariable") // read by their places
  private static class Above {
    private final Object text = "of the superclass";
    private final int number = 7;
  }

  @SuppressWarnings("UnusedVariable")
  private static final class Below extends Above {
    private final Object own = "of its own";
    private final long count = 1L << 40;
    private final boolean open = true;
  }

  @Test
  void fieldsOfTheClassAndOfItsSuperclassAreRead() {
    Below holder = new Below();
    for (int i = 0; i < 2; i++) { // looked up, then known
      assertThat(Places.object(holder, "own")).isEqualTo("of its own");
      assertThat(Places.object(holder, "text")).isEqualTo("of the superclass");
      assertThat(Places.integer(holder, "number")).isEqualTo(7);
      assertThat(Places.number(holder, "count")).isEqualTo(1L << 40);
      assertThat(Places.flag(holder, "open")).isTrue();
    }
    assertThat(Places.of(Below.class, "text", Object.class))
        .isEqualTo(SnarlLens.fieldOf(Above.class, "text", Object.class));
  }

  @Test
  void aFieldThatThereIsNotReadsAsNothing() {
    Below holder = new Below();
    for (int i = 0; i < 2; i++) {
      assertThat(Places.of(Below.class, "none", Object.class)).isEqualTo(-1);
      assertThat(Places.object(holder, "none")).isNull();
      assertThat(Places.integer(holder, "none")).isZero();
      assertThat(Places.number(holder, "none")).isZero();
      assertThat(Places.flag(holder, "none")).isFalse();
    }
    assertThat(Places.object(null, "own")).isNull();
    assertThat(Places.integer(null, "number")).isZero();
    assertThat(Places.number(null, "count")).isZero();
    assertThat(Places.flag(null, "open")).isFalse();
  }

  @Test
  void aNumberIsNotReadAsAReferenceNorTheOtherWayRound() {
    Below holder = new Below();
    for (String field : List.of("number", "count", "open")) {
      assertThat(Places.object(holder, field)).isNull();
    }
    assertThat(Places.integer(holder, "own")).isZero();
    assertThat(Places.integer(holder, "count")).isZero();
    assertThat(Places.number(holder, "number")).isZero();
    assertThat(Places.flag(holder, "own")).isFalse();
    assertThat(Places.flag(holder, "open")).isTrue();
  }

  @Test
  void anArrayHasNoFields() {
    for (Object array : List.of(new byte[1], new Object[1], new String[1][1], new long[0])) {
      assertThat(Places.object(array, "sync")).isNull();
      assertThat(Places.integer(array, "length")).isZero();
    }
  }

  @Test
  void ofTheJdksClassesANumberIsNoReferenceEither() {
    assertThat(Places.object("text", "hash")).isNull();
    assertThat(Places.object("text", "CASE_INSENSITIVE_ORDER")).as("a constant").isNull();
    assertThat(Places.object("text", "value")).isInstanceOf(byte[].class);
  }

  @Test
  void aClassThatIsKnownIsLetGoOfWithItsLoader() throws Exception {
    WeakReference<Class<?>> type = knownOfAnotherLoader();
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    while (!type.refersTo(null) && System.nanoTime() < end) {
      System.gc();
      Thread.sleep(20);
    }
    assertThat(type.refersTo(null)).isTrue();
  }

  private static WeakReference<Class<?>> knownOfAnotherLoader() throws Exception {
    URL here = PlacesTest.class.getProtectionDomain().getCodeSource().getLocation();
    try (URLClassLoader loader = new URLClassLoader(new URL[] {here}, null)) {
      Class<?> type = Class.forName(Below.class.getName(), false, loader);
      assertThat(type).isNotSameAs(Below.class);
      assertThat(Places.of(type, "own", Object.class)).isPositive();
      assertThat(Places.of(type, "text", Object.class)).isPositive();
      assertThat(Places.of(type, "none", Object.class)).isEqualTo(-1);
      return new WeakReference<>(type);
    }
  }
}
