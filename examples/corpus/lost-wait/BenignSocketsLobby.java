/*
 * claim: two players in this JVM wait for a third, which connects from another process after 40 s; a client waits for an answer that its server gives late
 * twin of: lost-wait
 * seconds: 50
 * full: the connections of a process are read every ten to thirty seconds
 */
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;

public class BenignSocketsLobby {
  static final List<Socket> players = new ArrayList<>();

  public static void main(String[] args) throws Exception {
    ServerSocket listener = new ServerSocket(0, 50, InetAddress.getByName("127.0.0.1"));
    Thread acceptor = new Thread(() -> accept(listener), "acceptor");
    acceptor.start();
    for (int i = 0; i < 2; i++) {
      Socket socket = new Socket(listener.getInetAddress(), listener.getLocalPort());
      new Thread(() -> play(socket), "player").start();
    }
    String third = "(sleep 40; exec 3<>/dev/tcp/127.0.0.1/" + listener.getLocalPort() + ") &";
    new ProcessBuilder("bash", "-c", third).start().waitFor();
    acceptor.join();
    listener.close();
  }

  static void accept(ServerSocket listener) {
    try {
      while (players.size() < 3) {
        players.add(listener.accept());
      }
      for (Socket player : players) {
        player.getOutputStream().write("start\n".getBytes());
      }
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  static void play(Socket socket) {
    try (socket) {
      new PrintWriter(socket.getOutputStream(), true).println("join");
      String start = new BufferedReader(new InputStreamReader(socket.getInputStream())).readLine();
      System.out.println(start);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
