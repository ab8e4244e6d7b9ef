/*
 * claim: bursts of calls to one host are worked off by OkHttp's dispatcher within a second or two
 * twin of: pool-saturated
 * allow: blocking-io-pool info
 * libraries: com.squareup.okhttp3:okhttp-jvm:5.5.1
 * seconds: 20
 */
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.Executors;
import okhttp3.Call;
import okhttp3.Callback;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;

public class BenignOkHttpAtLimit {
  public static void main(String[] args) throws Exception {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 100);
    server.setExecutor(Executors.newCachedThreadPool());
    server.createContext(
        "/",
        exchange -> {
          pause(100);
          exchange.sendResponseHeaders(204, -1);
          exchange.close();
        });
    server.start();
    OkHttpClient client = new OkHttpClient();
    Request request =
        new Request.Builder().url("http://127.0.0.1:" + server.getAddress().getPort()).build();
    for (int i = 0; i < 7; i++) {
      for (int n = 0; n < 40; n++) {
        client.newCall(request).enqueue(new Ignore());
      }
      Thread.sleep(2_500);
    }
    System.exit(0);
  }

  static void pause(int millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  static class Ignore implements Callback {
    @Override
    public void onFailure(Call call, IOException e) {}

    @Override
    public void onResponse(Call call, Response response) {
      response.close();
    }
  }
}
