package dev.snarl.tests.behaviour;

import java.util.List;
import java.util.stream.Stream;

/** Tests of others: coordinates on the class path, what is selected, and flags of the JVM. */
record Suite(String name, List<String> coordinates, List<String> selected, List<String> flags) {
  static final Suite JSR166 =
      new Suite(
          "jsr166",
          List.of(),
          List.of("--select-class=JSR166TestCase"),
          List.of(
              "--add-opens=java.base/java.util.concurrent=ALL-UNNAMED",
              "--add-opens=java.base/java.lang=ALL-UNNAMED",
              "-Djsr166.testImplementationDetails=true"));

  static final List<Suite> ALL =
      List.of(
          JSR166,
          of(
              "lang",
              List.of(
                  "org.apache.commons:commons-lang3:3.20.0",
                  "org.apache.commons:commons-lang3:3.20.0:tests",
                  "org.apache.commons:commons-text:1.14.0",
                  "org.easymock:easymock:5.6.0",
                  "org.junit-pioneer:junit-pioneer:1.9.1"),
              "--select-package=org.apache.commons.lang3.concurrent",
              "--select-class=org.apache.commons.lang3.ThreadUtilsTest"),
          of(
              "pool",
              List.of(
                  "org.apache.commons:commons-pool2:2.12.1",
                  "org.apache.commons:commons-pool2:2.12.1:tests"),
              "--select-class=org.apache.commons.pool2.impl.TestGenericObjectPool",
              "--select-class=org.apache.commons.pool2.impl.TestBaseGenericObjectPool",
              "--select-package=org.apache.commons.pool2.proxy"),
          of(
              "kafka",
              List.of(
                  "org.apache.kafka:kafka-clients:4.1.0",
                  "org.apache.kafka:kafka-clients:4.1.0:test",
                  "org.mockito:mockito-junit-jupiter:5.14.2",
                  "org.hamcrest:hamcrest:2.2",
                  "org.slf4j:slf4j-nop:1.7.36"),
              classes(
                  "org.apache.kafka.",
                  "common.KafkaFuture",
                  "clients.producer.internals.BufferPool",
                  "clients.producer.internals.FutureRecordMetadata",
                  "clients.producer.MockProducer",
                  "clients.consumer.internals.RequestFuture",
                  "common.network.Selector",
                  "common.utils.Shell",
                  "common.utils.Exit",
                  "common.utils.ThreadUtils",
                  "common.utils.Timer",
                  "common.metrics.Sensor")),
          of(
              "netty",
              List.of("io.netty:netty-testsuite:4.2.7.Final"),
              classes(
                  "io.netty.testsuite.transport.socket.Socket",
                  "Echo",
                  "StringEcho",
                  "Connect",
                  "MultipleConnect",
                  "CancelWrite",
                  "BufRelease",
                  "CloseForcibly",
                  "AutoRead")),
          // Those of maps and lists are 330,000, of classes in which nothing waits or runs a task.
          of(
              "guava",
              List.of("com.google.guava:guava-testlib:33.5.0-jre"),
              "--select-class=com.google.common.collect.testing.TestsForQueuesInJavaUtil"));

  /** The package whose lines are the application's. */
  String application() {
    return switch (name) {
      case "lang" -> "org.apache.commons.lang3";
      case "pool" -> "org.apache.commons.pool2";
      case "kafka" -> "org.apache.kafka";
      case "netty" -> "io.netty";
      case "guava" -> "com.google.common";
      default -> throw new IllegalStateException(name + " is of the JDK");
    };
  }

  private static Suite of(String name, List<String> coordinates, String... selected) {
    return new Suite(name, coordinates, List.of(selected), List.of());
  }

  private static String[] classes(String prefix, String... names) {
    return Stream.of(names)
        .map(name -> "--select-class=" + prefix + name + "Test")
        .toArray(String[]::new);
  }
}
