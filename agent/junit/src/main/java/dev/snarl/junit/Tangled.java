package dev.snarl.junit;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** A test, or all tests of a class, in whose time findings of a rule are intended. */
@Target({ElementType.METHOD, ElementType.TYPE})
@Retention(RetentionPolicy.RUNTIME)
@Repeatable(Tangled.All.class)
@Inherited
public @interface Tangled {
  /** The id of the rule, such as {@code async-blocking-pair}. */
  String rule();

  /** Why it is intended: for readers. */
  String reason();

  /** Several of them. */
  @Target({ElementType.METHOD, ElementType.TYPE})
  @Retention(RetentionPolicy.RUNTIME)
  @Inherited
  @interface All {
    Tangled[] value();
  }
}
