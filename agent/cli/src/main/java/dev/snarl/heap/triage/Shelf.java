package dev.snarl.heap.triage;

import java.util.Arrays;
import java.util.List;

/** The owner of a class by its name: the application, or a library. */
final class Shelf {
  private static final String[] LIBRARIES = {
    "java.",
    "javax.",
    "jdk.",
    "sun.",
    "com.sun.",
    "kotlin.",
    "kotlinx.",
    "scala.",
    "org.springframework.",
    "org.apache.",
    "io.netty.",
    "io.micrometer.",
    "reactor.",
    "io.reactivex.",
    "com.google.",
    "okhttp3.",
    "okio.",
    "io.lettuce.",
    "redis.clients.",
    "com.zaxxer.",
    "org.hibernate.",
    "com.fasterxml.",
    "ch.qos.logback.",
    "org.slf4j.",
    "io.vertx.",
    "dev.snarl."
  };

  private Shelf() {}

  static boolean isApplication(String type) {
    return Arrays.stream(LIBRARIES).noneMatch(type::startsWith);
  }

  /** The innermost of these frames that is the application's, {@code ""} for none. */
  static String application(List<String> frames) {
    return frames.stream().filter(Shelf::isApplication).findFirst().orElse("");
  }
}
