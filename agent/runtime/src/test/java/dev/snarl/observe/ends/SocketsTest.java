package dev.snarl.observe.ends;

import static org.assertj.core.api.Assertions.assertThat;

import dev.snarl.observe.code.TaskCode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SocketsTest {

  /** What a thread of its own does with a connection, or with who accepts them. */
  private interface Work {
    void run(ServerSocket server, Socket client) throws IOException;
  }

  private static StackTraceElement[] blockedIn(Work work, Predicate<StackTraceElement[]> there)
      throws IOException, InterruptedException {
    try (ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Socket client = new Socket(server.getInetAddress(), server.getLocalPort());
        Socket accepted = server.accept()) {
      assertThat(accepted.isConnected()).isTrue();
      Thread thread = new Thread(() -> untilClosed(work, server, client));
      thread.start();
      StackTraceElement[] stack = thread.getStackTrace();
      for (long end = System.nanoTime() + 10_000_000_000L;
          !there.test(stack) && System.nanoTime() - end < 0;
          stack = thread.getStackTrace()) {
        Thread.sleep(10);
      }
      return stack;
    }
  }

  private static void untilClosed(Work work, ServerSocket server, Socket client) {
    try {
      work.run(server, client);
    } catch (IOException closed) {
      // as it is in the end
    }
  }

  private static boolean inSocket(StackTraceElement[] stack) {
    return Arrays.stream(stack).anyMatch(frame -> frame.getClassName().contains("NioSocketImpl"));
  }

  @Test
  void whoReadsOrWritesIsToldFromWhoAcceptsAndFromWhoHasATimeOut() throws Exception {
    StackTraceElement[] reads =
        blockedIn((server, client) -> client.getInputStream().read(), Sockets::at);
    assertThat(Sockets.at(reads)).isTrue();
    assertThat(Sockets.full(reads)).isFalse();
    StackTraceElement[] writes =
        blockedIn(
            (server, client) -> client.getOutputStream().write(new byte[64 << 20]), Sockets::full);
    assertThat(Sockets.at(writes)).isTrue();
    assertThat(Sockets.full(writes)).isTrue();
    StackTraceElement[] accepts = blockedIn((server, client) -> server.accept(), Sockets::accepts);
    assertThat(Sockets.accepts(accepts)).isTrue();
    assertThat(Sockets.at(accepts)).isFalse();
    StackTraceElement[] timed =
        blockedIn(
            (server, client) -> {
              client.setSoTimeout(60_000);
              client.getInputStream().read();
            },
            SocketsTest::inSocket);
    assertThat(Sockets.at(timed)).isFalse();
  }

  private static TaskCode code(boolean complete, String... calls) {
    Map<String, Set<String>> made =
        Stream.of(calls).collect(Collectors.toMap(call -> call, call -> Set.of("Server.serve")));
    return new TaskCode(made, Set.of(), List.of(), complete);
  }

  @Test
  void whoServesANewConnectionReachesNoOlderOneUnlessItLooksForIt() {
    assertThat(Sockets.servesOnly(code(true, "accept", "start", "write", "close", "add"))).isTrue();
    assertThat(Sockets.servesOnly(code(true, "accept", "write", "iterator"))).isFalse();
    assertThat(Sockets.servesOnly(code(true, "accept", "countDown"))).isFalse();
    assertThat(Sockets.servesOnly(code(true, "accept", "complete"))).isFalse();
    assertThat(Sockets.servesOnly(code(false, "accept"))).isFalse();
  }

  @Test
  void codeThatMayWriteOrCloseUsesAConnection() {
    assertThat(Sockets.used(code(true, "write"))).isTrue();
    assertThat(Sockets.used(code(true, "close"))).isTrue();
    assertThat(Sockets.used(code(true, "shutdownOutput"))).isTrue();
    assertThat(Sockets.used(code(true, "accept", "currentTimeMillis"))).isFalse();
    assertThat(Sockets.used(code(false))).isTrue();
  }
}
