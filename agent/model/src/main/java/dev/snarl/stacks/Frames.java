package dev.snarl.stacks;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Distinguishes the application's frames from those of the JDK, the agent and known libraries.
 * Cheap: a few prefix comparisons per frame.
 */
public final class Frames {

  private static final String[] JDK = {
    "java.", "javax.", "jdk.", "sun.", "com.sun.", "dev.snarl.agent.", "dev.snarl.observe."
  };

  /** Libraries that are never the line to change. */
  private static final String[] LIBRARIES = {
    "org.springframework.",
    "org.apache.",
    "org.eclipse.jetty.",
    "org.eclipse.microprofile.",
    "org.hibernate.",
    "org.jboss.",
    "org.wildfly.",
    "org.redisson.",
    "org.slf4j.",
    "org.junit.",
    "org.gradle.",
    "org.scalatest.",
    "org.aspectj.",
    "ch.qos.logback.",
    "com.fasterxml.jackson.",
    "com.google.common.",
    "com.google.api.",
    "com.google.cloud.",
    "com.google.firebase.",
    "com.google.inject.",
    "com.mongodb.",
    "com.mysql.",
    "com.rabbitmq.",
    "com.zaxxer.hikari.",
    "com.netflix.hystrix.",
    "software.amazon.awssdk.",
    "com.amazonaws.",
    "io.agroal.",
    "io.netty.",
    "io.vertx.",
    "io.grpc.",
    "io.ktor.",
    "io.lettuce.",
    "io.micrometer.",
    "io.micronaut.",
    "io.opentelemetry.",
    "io.projectreactor.",
    "io.quarkus.",
    "io.reactivex.",
    "io.smallrye.",
    "io.undertow.",
    "io.github.resilience4j.",
    "okhttp3.",
    "okio.",
    "retrofit2.",
    "reactor.",
    "redis.clients.",
    "rx.",
    "kotlin.",
    "kotlinx.",
    "scala.",
    "akka.",
    "groovy.",
    "clojure.",
    "net.bytebuddy.",
    "net.sf.cglib.",
    "oracle.",
    "org.h2.",
    "org.postgresql.",
    "org.mariadb."
  };

  private final String[] application;

  /** {@code application}: prefixes that are the application's; empty to guess. */
  public Frames(List<String> application) {
    this.application = application.toArray(new String[0]);
  }

  /** Whether a class is of the JDK or of the agent. */
  public static boolean jdk(String className) {
    return startsWithAny(className, JDK);
  }

  /** Whether a class is the application's: the line to open. */
  public boolean application(String className) {
    if (proxy(className)) {
      return false;
    }
    if (application.length > 0) {
      return startsWithAny(className, application);
    }
    return !jdk(className) && !startsWithAny(className, LIBRARIES);
  }

  /**
   * Classes whose frames name no source line; Scala's anonymous classes and functions are not among
   * them.
   */
  private static boolean proxy(String className) {
    return className.contains("$$")
        && !className.contains("$$Lambda")
        && !className.contains("$$anon");
  }

  /**
   * The library of a site, by its package, such as {@code org.apache.ignite}; null for a line of
   * the application.
   */
  public @Nullable String libraryAt(String site) {
    int file = site.indexOf('(');
    int method = file < 0 ? -1 : site.lastIndexOf('.', file);
    return method < 0 ? null : library(site.substring(0, method));
  }

  private @Nullable String library(String className) {
    if (application(className) || jdk(className) || proxy(className)) {
      return null;
    }
    for (String prefix : LIBRARIES) {
      if (className.startsWith(prefix) && !prefix.equals("org.apache.")) {
        return prefix.substring(0, prefix.length() - 1);
      }
    }
    int end = className.lastIndexOf('.');
    for (int dot = 0, names = 0; dot < end && names < 3; names++) {
      dot = className.indexOf('.', dot + 1);
      end = names == 2 ? dot : end;
    }
    return end < 0 ? className : className.substring(0, end);
  }

  /** Whether the one class is nested in the other, by their names. */
  static boolean encloses(String outer, String inner) {
    return inner.length() > outer.length()
        && inner.charAt(outer.length()) == '$'
        && inner.startsWith(outer);
  }

  /** Whether two classes are nested in the same, or one of them in the other. */
  static boolean sameOutermost(String one, String other) {
    int end = one.indexOf('$');
    int length = end < 0 ? one.length() : end;
    return one.regionMatches(0, other, 0, length)
        && (other.length() == length || other.charAt(length) == '$');
  }

  /** {@code CompletableFuture.get} of {@code java.util.concurrent.CompletableFuture.get}. */
  public static String shortName(String className, String method) {
    String simple = className.substring(className.lastIndexOf('.') + 1);
    int nested = simple.indexOf('$');
    return (nested > 0 ? simple.substring(0, nested) : simple) + '.' + method;
  }

  private static boolean startsWithAny(String text, String[] prefixes) {
    for (String prefix : prefixes) {
      if (text.startsWith(prefix)) {
        return true;
      }
    }
    return false;
  }
}
