import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/**
 * Requests from eight threads, each as fast as it is answered: SECONDS REQUEST…, where a request is a URL for GET, or METHOD=TYPE=FILE=URL.
 * "{n}" in a URL or a body is a number that is new for each request. After " -> " stands the answer that is expected, if only that will do.
 */
public class HttpLoad {
  private static final int THREADS = 8;
  private static final LongAdder done = new LongAdder();
  private static final LongAdder failed = new LongAdder();

  private record Request(String method, String type, String body, String url, String expected) {
    static Request of(String text) throws Exception {
      String[] sides = text.split(" -> ", 2);
      String expected = sides.length < 2 ? "" : sides[1];
      String[] parts = sides[0].split("=", 4);
      return parts.length < 4 || parts[0].startsWith("http")
          ? new Request("GET", "", "", sides[0], expected)
          : new Request(parts[0], parts[1], Files.readString(Path.of(parts[2])), parts[3], expected);
    }

    boolean answeredBy(HttpResponse<String> answer, String number) {
      return answer.statusCode() < 400 && (expected.isEmpty() || expected.replace("{n}", number).equals(answer.body()));
    }

    HttpRequest numbered(String number) {
      HttpRequest.Builder builder = HttpRequest.newBuilder(URI.create(url.replace("{n}", number)));
      if (method.equals("GET")) {
        return builder.build();
      }
      return builder.header("Content-Type", type).method(method, BodyPublishers.ofString(body.replace("{n}", number))).build();
    }
  }

  public static void main(String[] args) throws Exception {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(Long.parseLong(args[0]));
    List<Request> requests = new ArrayList<>();
    for (int i = 1; i < args.length; i++) {
      requests.add(Request.of(args[i]));
    }
    HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    Thread[] threads = new Thread[THREADS];
    for (int i = 0; i < THREADS; i++) {
      int first = (i + 1) * 10_000_000;
      threads[i] = new Thread(() -> work(client, requests, first, end));
      threads[i].start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    System.out.println("loaded: " + done + " requests, " + failed + " failed");
  }

  private static void work(HttpClient client, List<Request> requests, int first, long end) {
    for (int n = first; System.nanoTime() < end; n++) {
      try {
        Request request = requests.get(n % requests.size());
        String number = Integer.toString(n);
        HttpResponse<String> answer = client.send(request.numbered(number), BodyHandlers.ofString());
        boolean right = request.answeredBy(answer, number);
        (right ? done : failed).increment();
        if (!right && failed.intValue() <= 3) {
          System.err.println(answer.statusCode() + " " + answer.uri() + " " + answer.body());
        }
      } catch (Exception e) {
        failed.increment();
        e.printStackTrace();
        return;
      }
    }
  }
}
