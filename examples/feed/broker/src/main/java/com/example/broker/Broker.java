package com.example.broker;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import kafka.Kafka;
import kafka.tools.StorageTool;
import org.apache.kafka.common.Uuid;

/**
 * One Kafka broker, its own controller (KRaft), on two free ports of the loopback address. It keeps
 * everything in the folder that it is given, which must be new, and ends when it is terminated.
 */
final class Broker {
  private static final String CONFIGURATION =
      """
      process.roles=broker,controller
      node.id=1
      listeners=CLIENTS://127.0.0.1:%1$d,CONTROLLER://127.0.0.1:%2$d
      advertised.listeners=CLIENTS://127.0.0.1:%1$d
      listener.security.protocol.map=CLIENTS:PLAINTEXT,CONTROLLER:PLAINTEXT
      inter.broker.listener.name=CLIENTS
      controller.listener.names=CONTROLLER
      controller.quorum.bootstrap.servers=127.0.0.1:%2$d
      log.dirs=%3$s
      num.partitions=4
      offsets.topic.replication.factor=1
      transaction.state.log.replication.factor=1
      transaction.state.log.min.isr=1
      """;

  private Broker() {}

  public static void main(String[] arguments) throws Exception {
    Path folder = Path.of(arguments[0]).toAbsolutePath();
    int port = freePort();
    Path configuration = Files.createDirectories(folder).resolve("server.properties");
    Files.writeString(
        configuration, CONFIGURATION.formatted(port, freePort(), folder.resolve("log")));
    String[] format = {
      "format", "--standalone", "-t", Uuid.randomUuid().toString(), "-c", configuration.toString()
    };
    if (StorageTool.execute(format, System.out) != 0) {
      throw new IllegalStateException("the folder cannot be prepared: " + folder);
    }
    System.out.println("Broker starts on port " + port);
    Kafka.main(new String[] {configuration.toString()});
  }

  private static int freePort() {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
