package dev.snarl.cloudwatch.put;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URLEncoder;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Speaks as much of AWS's query protocol over HTTP as the tests need, and errs as it is told. */
final class FakeAws implements AutoCloseable {
  private static final int BAD = 400;

  private final ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final CountDownLatch over = new CountDownLatch(1);
  private final List<String> requests = new CopyOnWriteArrayList<>();
  private final List<Answer> answers = new CopyOnWriteArrayList<>();

  /**
   * What one request gets; without any, all is well.
   *
   * @param status 0 for no answer before the test is over
   * @param ahead of its clock
   */
  record Answer(int status, String code, Duration ahead) {}

  FakeAws() throws IOException {
    threads.execute(this::accept);
  }

  String url() {
    return "http://127.0.0.1:" + server.getLocalPort();
  }

  List<String> requests() {
    return requests;
  }

  void will(int times, int status, String code) {
    for (int i = 0; i < times; i++) {
      answers.add(new Answer(status, code, Duration.ZERO));
    }
  }

  void will(Answer answer) {
    answers.add(answer);
  }

  void recovers() {
    answers.clear();
    requests.clear();
  }

  /** Whether a request is about that time. */
  static boolean holds(String request, Instant at) {
    return request.contains("Timestamp=" + URLEncoder.encode(at.toString(), UTF_8));
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        Socket socket = server.accept();
        threads.execute(() -> serve(socket));
      } catch (IOException closed) {
        return;
      }
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      requests.add(body(socket.getInputStream()));
      Answer answer = answers.isEmpty() ? new Answer(200, "", Duration.ZERO) : answers.remove(0);
      if (answer.status() == 0) {
        over.await();
        return;
      }
      String text =
          answer.status() < BAD
              ? "<PutMetricDataResponse><ResponseMetadata/></PutMetricDataResponse>"
              : "<ErrorResponse><Error><Type>Sender</Type><Code>"
                  + answer.code()
                  + "</Code><Message>as the test says</Message></Error></ErrorResponse>";
      String date =
          DateTimeFormatter.RFC_1123_DATE_TIME.format(
              Instant.now().plus(answer.ahead()).atZone(ZoneOffset.UTC));
      socket
          .getOutputStream()
          .write(
              "HTTP/1.1 %d X\r\nDate: %s\r\nContent-Length: %d\r\nConnection: close\r\n\r\n%s"
                  .formatted(answer.status(), date, text.length(), text)
                  .getBytes(ISO_8859_1));
    } catch (IOException gone) {
      requests.add("gone: " + gone);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static String body(InputStream in) throws IOException {
    StringBuilder head = new StringBuilder();
    while (!head.toString().endsWith("\r\n\r\n")) {
      head.append((char) in.read());
    }
    String lower = head.toString().toLowerCase(Locale.ROOT);
    int from = lower.indexOf("content-length:") + "content-length:".length();
    int length = Integer.parseInt(lower.substring(from, lower.indexOf('\r', from)).strip());
    return new String(in.readNBytes(length), ISO_8859_1);
  }

  @Override
  public void close() throws IOException {
    over.countDown();
    server.close();
    threads.shutdownNow();
  }
}
