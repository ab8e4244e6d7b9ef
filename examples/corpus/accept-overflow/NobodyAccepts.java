/*
 * claim: clients go on connecting to a listener whose queue holds two, and nobody accepts
 * network: own
 * expect: accept-overflow warning at process
 */
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketAddress;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;

public class NobodyAccepts {
  static final List<SocketChannel> clients = new ArrayList<>();

  public static void main(String[] args) throws Exception {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      for (int second = 0; second < 14; second++) {
        for (int i = 0; i < 4; i++) {
          connect(server.getLocalSocketAddress());
        }
        Thread.sleep(1_000);
      }
    }
    System.exit(clients.isEmpty() ? 1 : 0);
  }

  static void connect(SocketAddress server) throws Exception {
    SocketChannel client = SocketChannel.open();
    client.configureBlocking(false);
    client.connect(server);
    clients.add(client);
  }
}
