package dev.snarl.tests.contract;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Flow;
import java.util.concurrent.SubmissionPublisher;
import java.util.concurrent.TimeUnit;

/** Publishers, the HTTP client, sockets and processes: what is built on futures and pools. */
@SuppressWarnings("FutureReturnValueIgnored")
final class Streams implements Checks.Group {
  @Override
  public void run(Checks checks) throws IOException {
    checks.that("publisher", Streams::publisher);
    checks.that("publisher that drops", Streams::dropping);
    checks.that("publisher closed with an error", Streams::closed);
    checks.that("process", Streams::process);
    checks.that("process destroyed", Streams::destroyed);
    checks.that("process onExit", Streams::onExit);
    checks.that("process handle", Streams::handle);
    try (ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      Thread thread = new Thread(() -> serve(server), "server");
      thread.setDaemon(true);
      thread.start();
      checks.that("HTTP", () -> http(server.getLocalPort()));
      checks.that("HTTP time-out", () -> httpTimeout(server.getLocalPort()));
      checks.that("HTTP cancelled", () -> httpCancelled(server.getLocalPort()));
      checks.that("URL connection", () -> url(server.getLocalPort()));
      checks.that("socket", () -> socket(server.getLocalPort()));
    }
    checks.that("HTTP refused", Streams::refused);
    checks.that("socket time-out", Streams::socketTimeout);
  }

  private static final class Listener implements Flow.Subscriber<Integer> {
    final List<String> events = Collections.synchronizedList(new ArrayList<>());
    final CountDownLatch end = new CountDownLatch(1);

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
      events.add("subscribed");
      subscription.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(Integer item) {
      events.add(String.valueOf(item));
    }

    @Override
    public void onError(Throwable thrown) {
      events.add(Said.chain(thrown));
      end.countDown();
    }

    @Override
    public void onComplete() {
      events.add("complete");
      end.countDown();
    }
  }

  private static Object publisher() throws Exception {
    Listener listener = new Listener();
    SubmissionPublisher<Integer> publisher = new SubmissionPublisher<>();
    publisher.subscribe(listener);
    for (int i = 0; i < 20; i++) {
      publisher.submit(i);
    }
    publisher.close();
    Moments.await(listener.end);
    List<Integer> consumed = Collections.synchronizedList(new ArrayList<>());
    SubmissionPublisher<Integer> other = new SubmissionPublisher<>(Runnable::run, 4);
    var done = other.consume(consumed::add);
    other.submit(1);
    other.submit(2);
    other.close();
    done.get(20, TimeUnit.SECONDS);
    return listener.events + " " + consumed + " " + publisher.isClosed();
  }

  private static Object dropping() {
    SubmissionPublisher<Integer> publisher = new SubmissionPublisher<>(Runnable::run, 2);
    List<Integer> dropped = new ArrayList<>();
    publisher.subscribe(
        new Flow.Subscriber<>() {
          @Override
          public void onSubscribe(Flow.Subscription subscription) {}

          @Override
          public void onNext(Integer item) {}

          @Override
          public void onError(Throwable thrown) {}

          @Override
          public void onComplete() {}
        });
    for (int i = 0; i < 5; i++) {
      publisher.offer(i, (subscriber, item) -> !dropped.add(item));
    }
    return dropped + " " + publisher.estimateMaximumLag();
  }

  private static Object closed() {
    Listener listener = new Listener();
    SubmissionPublisher<Integer> publisher = new SubmissionPublisher<>();
    publisher.subscribe(listener);
    publisher.closeExceptionally(new IllegalStateException("broken"));
    Moments.await(listener.end);
    return listener.events + " " + Said.failure(() -> publisher.submit(1));
  }

  private static Process shell(String script) throws IOException {
    return new ProcessBuilder("sh", "-c", script).start();
  }

  private static Object process() throws Exception {
    Process process = shell("echo out; echo err >&2; exit 3");
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    String err = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
    return out + err + process.waitFor() + " " + process.exitValue() + " " + process.isAlive();
  }

  private static Object destroyed() throws Exception {
    Process process = shell("exec sleep 60");
    boolean ended = process.waitFor(10, TimeUnit.MILLISECONDS);
    process.destroy();
    return ended + " " + process.waitFor();
  }

  private static Object onExit() throws Exception {
    Process process = shell("exit 4");
    return process.onExit().thenApply(Process::exitValue).get(20, TimeUnit.SECONDS)
        + " "
        + process.onExit().getClass().getSimpleName();
  }

  private static Object handle() throws Exception {
    Process process = shell("exec sleep 60");
    ProcessHandle handle = process.toHandle();
    boolean killed = handle.destroyForcibly();
    handle.onExit().get(20, TimeUnit.SECONDS);
    return killed + " " + handle.isAlive() + " " + process.waitFor();
  }

  /** A socket that nobody holds is closed. */
  private static final List<Socket> OPEN = Collections.synchronizedList(new ArrayList<>());

  /** Answers every connection; a path with "slow" is never answered. */
  private static void serve(ServerSocket server) {
    while (true) {
      try {
        Socket socket = server.accept();
        OPEN.add(socket);
        byte[] head = new byte[4096];
        int read = socket.getInputStream().read(head);
        String request = new String(head, 0, Math.max(0, read), StandardCharsets.US_ASCII);
        if (!request.contains("slow")) {
          OutputStream out = socket.getOutputStream();
          out.write(
              "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nConnection: close\r\n\r\nhello"
                  .getBytes(StandardCharsets.US_ASCII));
          out.flush();
          socket.close();
        }
      } catch (IOException closed) {
        if (server.isClosed()) {
          return;
        }
      }
    }
  }

  private static HttpRequest request(int port, String path) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
        .timeout(Duration.ofSeconds(20))
        .version(HttpClient.Version.HTTP_1_1)
        .build();
  }

  private static Object http(int port) throws Exception {
    HttpClient client = HttpClient.newHttpClient();
    List<Object> seen = new ArrayList<>();
    seen.add(client.send(request(port, "/"), BodyHandlers.ofString()).body());
    seen.add(
        client
            .sendAsync(request(port, "/"), BodyHandlers.ofString())
            .thenApply(answer -> answer.statusCode() + " " + answer.body())
            .get());
    seen.add(client.executor());
    return seen;
  }

  private static Object httpTimeout(int port) {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/slow"))
            .timeout(Duration.ofMillis(200))
            .build();
    try {
      return HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
    } catch (HttpTimeoutException e) {
      return Said.trace(e).replaceAll(" CAUSED.*", "");
    } catch (IOException | InterruptedException e) {
      return Said.chain(e);
    }
  }

  /** The exchange that is cancelled may complete the future before its cancel does. */
  private static Object httpCancelled(int port) {
    var future =
        HttpClient.newHttpClient().sendAsync(request(port, "/slow"), BodyHandlers.ofString());
    boolean cancelled = future.cancel(true);
    return cancelled + " " + Said.failure(future::join).contains("CancellationException");
  }

  private static Object refused() throws Exception {
    int free;
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      free = server.getLocalPort();
    }
    HttpRequest request = request(free, "/");
    return Said.failure(() -> HttpClient.newHttpClient().send(request, BodyHandlers.ofString()));
  }

  private static Object url(int port) throws Exception {
    try (InputStream in = URI.create("http://127.0.0.1:" + port + "/").toURL().openStream()) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static Object socket(int port) throws Exception {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.getOutputStream().write("GET / HTTP/1.0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
    }
  }

  private static Object socketTimeout() throws Exception {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.getLocalPort())) {
      socket.setSoTimeout(30);
      try {
        return socket.getInputStream().read();
      } catch (IOException e) {
        return Said.trace(e);
      }
    }
  }
}
