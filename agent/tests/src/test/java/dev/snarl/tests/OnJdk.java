package dev.snarl.tests;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
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
 * -Dsnarl.tests.jdks=17,25} only on those that are named there too.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@ParameterizedTest(name = "{0}", allowZeroInvocations = true)
@ArgumentsSource(OnJdk.Source.class)
@interface OnJdk {
  int[] value() default {17, 21, 25};

  /** Supplies the JDKs that the annotation names. */
  final class Source implements ArgumentsProvider {
    @Override
    public Stream<? extends Arguments> provideArguments(
        ParameterDeclarations parameters, ExtensionContext context) {
      OnJdk wanted = context.getRequiredTestMethod().getAnnotation(OnJdk.class);
      return IntStream.of(wanted.value())
          .filter(Source::wanted)
          .mapToObj(Jdk::of)
          .map(Arguments::of);
    }

    static boolean wanted(int feature) {
      return List.of(System.getProperty("snarl.tests.jdks", "17,21,25").split(","))
          .contains(String.valueOf(feature));
    }
  }
}
