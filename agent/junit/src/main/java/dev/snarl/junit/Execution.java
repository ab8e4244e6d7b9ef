package dev.snarl.junit;

import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One run of a test, or of all tests of a class. Kept for some time after its end.
 *
 * @param id JUnit's unique id
 * @param test whether it is a single test
 * @param type the class of the test
 * @param method its method; null for a class, and for tests that are no methods
 * @param thread on which it began
 */
record Execution(
    String id,
    String name,
    boolean test,
    Class<?> type,
    @Nullable Method method,
    String thread,
    Instant begin) {

  /** The class in whose file it stands. */
  static Class<?> outermost(Class<?> type) {
    Class<?> outer = type;
    while (outer.getEnclosingClass() != null) {
      outer = outer.getEnclosingClass();
    }
    return outer;
  }

  Class<?> outermost() {
    return outermost(type);
  }

  /** {@code Class#method} for a test that is a method, else {@code -}. */
  String place() {
    return test && method != null ? type.getName() + '#' + method.getName() : "-";
  }

  /** Whether findings of the rule are intended here. */
  boolean intends(String rule) {
    List<AnnotatedElement> marked = new ArrayList<>(List.of(type, outermost()));
    if (method != null) {
      marked.add(method);
    }
    return marked.stream()
        .flatMap(element -> Arrays.stream(element.getAnnotationsByType(Tangled.class)))
        .anyMatch(tangled -> tangled.rule().equals(rule));
  }
}
