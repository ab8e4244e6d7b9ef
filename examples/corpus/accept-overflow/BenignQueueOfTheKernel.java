/*
 * claim: clients connect in bursts and wait to be accepted, but the queue of the kernel holds them all
 * twin of: accept-overflow
 * network: own
 */
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketAddress;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;

public class BenignQueueOfTheKernel {
  static final int BURST = 16;
  static final List<AutoCloseable> connections = new ArrayList<>();

  public static void main(String[] args) throws Exception {
    try (ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      for (int second = 0; second < 14; second++) {
        for (int i = 0; i < BURST; i++) {
          connect(server.getLocalSocketAddress());
        }
        Thread.sleep(1_000);
        for (int i = 0; i < BURST; i++) {
          Socket accepted = server.accept();
          connections.add(accepted);
        }
      }
    }
    System.exit(connections.isEmpty() ? 1 : 0);
  }

  static void connect(SocketAddress server) throws Exception {
    SocketChannel client = SocketChannel.open();
    client.configureBlocking(false);
    client.connect(server);
    connections.add(client);
  }
}
