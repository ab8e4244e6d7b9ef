/*
 * claim: every call builds a java.net.http.HttpClient
 * expect: client-per-call warning at BUILD
 * allow: thread-per-task warning
 * allow: executor-per-call warning
 */
import java.net.http.HttpClient;

public class ClientPerCallJdkHttp {
  static long used;

  public static void main(String[] args) throws Exception {
    for (int i = 0; i < 40; i++) {
      call();
      Thread.sleep(150);
    }
    System.exit(used == 0 ? 1 : 0);
  }

  static void call() {
    HttpClient client = HttpClient.newHttpClient(); // <BUILD>
    used += client.version().ordinal() + 1;
  }
}
