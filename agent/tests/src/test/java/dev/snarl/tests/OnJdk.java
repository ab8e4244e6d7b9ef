package dev.snarl.tests;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.lang.reflect.Method;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.ArgumentsProvider;
import org.junit.jupiter.params.provider.ArgumentsSource;
import org.junit.jupiter.params.support.ParameterDeclarations;

/**
 * A test that takes a {@link Jdk} and runs once on each of these feature releases; with {@code
 * -Dsnarl.tests.jdks=17,25} only on those that are named there too, with {@code
 * -Dsnarl.tests.jdks=one} on one of those that are installed, by the test's name.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@ParameterizedTest(name = "{0}", allowZeroInvocations = true)
@ArgumentsSource(OnJdk.Source.class)
@interface OnJdk {
  int[] value() default {17, 21, 25};

  /** Supplies the JDKs that the annotation names. */
  final class Source implements ArgumentsProvider {
    private static final String ONE = "one";
    private static final String JDKS = System.getProperty("snarl.tests.jdks", "17,21,25");

    @Override
    public Stream<? extends Arguments> provideArguments(
        ParameterDeclarations parameters, ExtensionContext context) {
      Method test = context.getRequiredTestMethod();
      List<Jdk> named =
          IntStream.of(test.getAnnotation(OnJdk.class).value())
              .filter(Source::wanted)
              .mapToObj(Jdk::of)
              .toList();
      return (JDKS.equals(ONE) ? one(named, test) : named).stream().map(Arguments::of);
    }

    static boolean wanted(int feature) {
      return JDKS.equals(ONE) || List.of(JDKS.split(",")).contains(String.valueOf(feature));
    }

    private static List<Jdk> one(List<Jdk> named, Method test) {
      List<Jdk> installed = named.stream().filter(jdk -> jdk.home() != null).toList();
      List<Jdk> able = installed.isEmpty() ? named : installed;
      String name = test.getDeclaringClass().getSimpleName() + "." + test.getName();
      return List.of(able.get(Math.floorMod(name.hashCode(), able.size())));
    }
  }
}
