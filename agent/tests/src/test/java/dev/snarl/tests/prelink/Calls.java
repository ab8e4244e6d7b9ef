package dev.snarl.tests.prelink;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BinaryOperator;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.IntToDoubleFunction;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Lambdas, method references and a record of every form that the build has to make. */
@SuppressWarnings({"UnnecessaryLambda", "EqualsIncompatibleType"}) // they are what is tested
public final class Calls implements Supplier<List<Object>> {
  private final List<Object> said = new ArrayList<>();

  private record Values(
      boolean flag,
      byte small,
      char letter,
      short few,
      int number,
      long many,
      float part,
      double exact,
      @Nullable Object any) {
    Values with(double other) {
      return new Values(flag, small, letter, few, number, many, part, other, any);
    }
  }

  private interface Greets {
    String name();

    private String greeting() {
      return "hello " + name();
    }

    default Supplier<String> greets() {
      return this::greeting;
    }

    static Supplier<String> nobody() {
      return () -> "nobody";
    }
  }

  private static final class Inner {
    private int secret() {
      return 42;
    }
  }

  private static int half(int number) {
    return number / 2;
  }

  private static double third(double number) {
    return number / 3;
  }

  private String secret(String word) {
    return word + said.size();
  }

  private static <T extends Comparable<T>> BinaryOperator<T> larger() {
    return (one, other) -> one.compareTo(other) < 0 ? other : one;
  }

  @Override
  public List<Object> get() {
    functions();
    captures(true, (byte) 1, 'c', (short) 2, 3, 4, 5.5f, 6.25, "seven");
    records();
    return said;
  }

  private void functions() {
    Supplier<String> constant = () -> "constant";
    Function<Integer, Integer> boxed = Calls::half;
    ToLongFunction<Integer> widened = Integer::intValue;
    IntToDoubleFunction converted = Calls::third;
    IntFunction<Object> boxing = number -> number;
    IntFunction<int[]> array = int[]::new;
    Supplier<List<String>> made = ArrayList::new;
    Function<String, StringBuilder> from = StringBuilder::new;
    UnaryOperator<String> own = this::secret;
    Function<Inner, Integer> others = Inner::secret;
    BinaryOperator<String> larger = larger();
    Greets greets = () -> "world";
    said.addAll(List.of(constant.get(), boxed.apply(9), widened.applyAsLong(8)));
    said.addAll(List.of(converted.applyAsDouble(7), boxing.apply(6), array.apply(5).length));
    said.addAll(List.of(made.get(), from.apply("text").reverse().toString(), own.apply("own")));
    said.addAll(List.of(others.apply(new Inner()), larger.apply("a", "b")));
    said.addAll(List.of(greets.greets().get(), Greets.nobody().get()));
    Consumer<Object> ignoring = said::add;
    ignoring.accept("ignored");
    AtomicLong sum = new AtomicLong();
    LongConsumer adding = sum::addAndGet;
    adding.accept(12);
    said.add(sum.get());
  }

  private void captures(
      boolean flag,
      byte small,
      char letter,
      short few,
      int number,
      long many,
      float part,
      double exact,
      @Nullable Object any) {
    Supplier<Values> all =
        () -> new Values(flag, small, letter, few, number, many, part, exact, any);
    Function<Long, String> between = last -> number + "|" + many + "|" + last + "|" + secret("all");
    said.addAll(List.of(all.get().toString(), all.get().hashCode(), between.apply(many)));
  }

  private void records() {
    Values one = new Values(false, (byte) -1, 'x', (short) -2, -3, -4L, -0.0f, Double.NaN, null);
    said.add(one.equals(one.with(Double.NaN)) && one.hashCode() == one.with(Double.NaN).hashCode());
    said.add(one.equals(one.with(0.5)));
    said.add(one.equals("another"));
    said.add(one.equals(new Values(false, (byte) -1, 'x', (short) -2, -3, -4L, 0.0f, 1, null)));
    said.add(one.hashCode());
  }
}
