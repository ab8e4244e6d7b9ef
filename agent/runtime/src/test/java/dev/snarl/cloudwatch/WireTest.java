package dev.snarl.cloudwatch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

class WireTest {
  private static final List<byte[]> LINES =
      List.of("{\"a\":1}\n".getBytes(UTF_8), "{\"b\":2}\n".getBytes(UTF_8));

  @Test
  void theCloudWatchAgentGetsEachLineOverTcp() throws Exception {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      CompletableFuture<byte[]> read = CompletableFuture.supplyAsync(() -> all(server));
      new TcpWire("127.0.0.1", server.getLocalPort()).write(LINES);
      assertThat(new String(read.get(), UTF_8)).isEqualTo("{\"a\":1}\n{\"b\":2}\n");
    }
  }

  private static byte[] all(ServerSocket server) {
    try (Socket socket = server.accept()) {
      return socket.getInputStream().readAllBytes();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void nobodyThereIsAnErrorOverTcpAndUdp() throws IOException {
    int port;
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        DatagramSocket same =
            new DatagramSocket(server.getLocalPort(), InetAddress.getLoopbackAddress())) {
      port = same.getLocalPort();
    }
    assertThatThrownBy(() -> new TcpWire("127.0.0.1", port).write(LINES))
        .isInstanceOf(IOException.class);
    assertThatThrownBy(() -> new UdpWire("127.0.0.1", port).write(LINES))
        .isInstanceOf(IOException.class);
    assertThatThrownBy(() -> new TcpWire("no-such-host.invalid", port).write(LINES))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("no-such-host.invalid");
  }

  @Test
  void oneThatAcceptsAndReadsNothingIsLeft() throws IOException {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      byte[] much = new byte[32 << 20];
      assertThatThrownBy(
              () -> new TcpWire("127.0.0.1", server.getLocalPort(), 500).write(List.of(much)))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("500 ms");
    }
  }

  @Test
  void eachLineIsADatagram() throws IOException {
    try (DatagramSocket socket = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
      socket.setSoTimeout(30_000);
      new UdpWire("127.0.0.1", socket.getLocalPort()).write(LINES);
      for (byte[] line : LINES) {
        DatagramPacket packet = new DatagramPacket(new byte[9_000], 9_000);
        socket.receive(packet);
        assertThat(packet.getLength()).isEqualTo(line.length);
      }
    }
  }

  @Test
  void aFullDiskIsAnErrorAndTheNextLineBeginsANewOne() throws IOException {
    Path full = Path.of("/dev/full");
    Assumptions.assumeTrue(Files.exists(full), "no /dev/full here");
    try (OutputStream out = new FileOutputStream(full.toFile())) {
      assertThatThrownBy(() -> new StdoutWire(out).write(LINES)).isInstanceOf(IOException.class);
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    StdoutWire wire = new StdoutWire(new Failing(out));
    assertThatThrownBy(() -> wire.write(LINES)).isInstanceOf(IOException.class);
    wire.write(LINES);
    assertThat(out.toString(UTF_8)).isEqualTo("{\"a\"\n{\"a\":1}\n{\"b\":2}\n");
  }

  /** Takes four bytes of the first line, then everything. */
  private static final class Failing extends OutputStream {
    private final OutputStream inner;
    private boolean failed;

    Failing(OutputStream inner) {
      this.inner = inner;
    }

    @Override
    public void write(int b) throws IOException {
      inner.write(b);
    }

    @Override
    public void write(byte[] bytes) throws IOException {
      if (!failed) {
        failed = true;
        inner.write(bytes, 0, 4);
        throw new IOException("No space left on device");
      }
      inner.write(bytes);
    }
  }
}
