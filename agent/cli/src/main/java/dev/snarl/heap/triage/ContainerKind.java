package dev.snarl.heap.triage;

import dev.snarl.heap.graph.HeapClass;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What holds many objects, by its class or the ones above it, since a dump names no interfaces. */
enum ContainerKind {
  CACHE(
      Cache.BOUND_IT,
      "com.google.common.cache.LocalCache",
      "com.github.benmanes.caffeine.cache.BoundedLocalCache",
      "com.github.benmanes.caffeine.cache.UnboundedLocalCache"),
  CHANNEL(
      "Give the channel a capacity, so that senders suspend, or receive faster.",
      "kotlinx.coroutines.channels.BufferedChannel",
      "kotlinx.coroutines.channels.AbstractSendChannel"),
  QUEUE(
      "Give the queue a capacity, so that producers wait or are refused, or drain it faster.",
      "java.util.AbstractQueue",
      "java.util.ArrayDeque",
      "java.util.concurrent.ConcurrentLinkedDeque",
      "kotlin.collections.ArrayDeque"),
  MAP(
      "Remove entries when their time is over, or bound it: a cache with maximumSize(…) and"
          + " expireAfterWrite(…) instead of a map.",
      "java.util.AbstractMap",
      "java.util.Hashtable"),
  SET("Remove elements when their time is over.", "java.util.AbstractSet"),
  LIST(
      "Remove elements when their time is over, or read and write them in parts.",
      "java.util.AbstractList",
      "java.util.concurrent.CopyOnWriteArrayList"),
  ARRAY("Keep fewer elements, or read and write them in parts.");

  /** Collections that do not extend those of the JDK; their names end with what they are. */
  private static final List<String> PACKAGES =
      List.of("org.agrona.", "io.netty.util.collection.", "it.unimi.dsi.fastutil.");

  private static final List<String> LISTENERS =
      List.of("listener", "observer", "subscriber", "callback", "hook");
  private static final String OF_LISTENERS =
      "Remove each listener when its owner ends, or hold it weakly.";

  private final String remedy;

  // Made by List.of, which the checker cannot see.
  @SuppressWarnings("ImmutableEnumChecker")
  private final List<String> classes;

  ContainerKind(String remedy, String... classes) {
    this.remedy = remedy;
    this.classes = List.of(classes);
  }

  /** Null for a class that holds no elements; array classes only of objects. */
  static @Nullable ContainerKind of(HeapClass type) {
    if (type.isArray()) {
      return primitive(type.name()) ? null : ARRAY;
    }
    for (ContainerKind kind : values()) {
      if (kind.classes.stream().anyMatch(type::isA)) {
        return kind;
      }
    }
    return PACKAGES.stream().anyMatch(type.name()::startsWith) ? named(type.name()) : null;
  }

  private static @Nullable ContainerKind named(String type) {
    for (ContainerKind kind : List.of(QUEUE, MAP, SET, LIST)) {
      if (type.toUpperCase(Locale.ROOT).endsWith(kind.name())) {
        return kind;
      }
    }
    return null;
  }

  /** Whether it is an array of numbers. */
  static boolean primitive(String type) {
    return type.endsWith("[]") && Character.isLowerCase(type.charAt(0)) && type.indexOf('.') < 0;
  }

  boolean queue() {
    return this == QUEUE || this == CHANNEL;
  }

  /**
   * What to change.
   *
   * @param place the field that holds it
   * @param element class of most of its elements
   */
  String remedy(String place, String element) {
    String names = (place.substring(place.lastIndexOf('.') + 1) + ' ' + simple(element));
    boolean listeners =
        (this == LIST || this == SET || this == MAP)
            && LISTENERS.stream().anyMatch(names.toLowerCase(Locale.ROOT)::contains);
    return listeners ? OF_LISTENERS : remedy;
  }

  private static String simple(String type) {
    return type.substring(type.lastIndexOf('.') + 1);
  }
}
