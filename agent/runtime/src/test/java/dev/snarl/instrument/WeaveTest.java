package dev.snarl.instrument;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class WeaveTest {

  /** A misspelt one would be a {@code NoSuchMethodError} in the application. */
  @TestFactory
  Stream<DynamicTest> eachCallNamesAMethodOfTheProbe() {
    return Arrays.stream(Weave.values())
        .map(weave -> DynamicTest.dynamicTest(weave.name(), () -> callsTheProbe(weave)));
  }

  private static void callsTheProbe(Weave weave) throws ClassNotFoundException {
    assertThat(weave.calls()).isNotEmpty();
    for (Call call : weave.calls()) {
      List<Class<?>> expected =
          call.arguments().stream().flatMap(argument -> types(weave, argument)).toList();
      assertThat(Class.forName(call.type().replace('/', '.')).getDeclaredMethods())
          .filteredOn(method -> method.getName().equals(call.method()))
          .filteredOn(WeaveTest::canBeCalled)
          .extracting(method -> List.of(method.getParameterTypes()))
          .contains(expected);
    }
  }

  private static boolean canBeCalled(Method method) {
    return Modifier.isPublic(method.getModifiers())
        && Modifier.isStatic(method.getModifiers())
        && method.getReturnType() == void.class;
  }

  private static Stream<Class<?>> types(Weave weave, String argument) {
    return argument.equals("top-two")
        ? Stream.of(Object.class, Object.class)
        : Stream.of(type(weave, argument));
  }

  private static Class<?> type(Weave weave, String argument) {
    boolean number =
        argument.matches("(int|bit-4-of|non-zero|is) .*|true|false|timed")
            || (weave == Weave.CLAIM && argument.equals("top"));
    return number ? int.class : Object.class;
  }

  @Test
  void aStaticMethodIsWovenOnlyWhereNothingIsSaidOfThis() {
    assertThat(Weave.SUBMITTED.fitsStatic()).isTrue();
    assertThat(Weave.COROUTINE_RUN.fitsStatic()).isTrue();
    assertThat(Weave.RUN_DEPENDENT.fitsStatic()).isFalse();
    assertThat(Weave.COROUTINE_COMPLETED.fitsStatic()).isFalse();
    assertThat(Weave.BORROW.fitsStatic()).isFalse();
  }
}
