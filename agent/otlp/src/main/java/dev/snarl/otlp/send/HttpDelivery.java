package dev.snarl.otlp.send;

import dev.snarl.delivery.Delivery;
import dev.snarl.delivery.Later;
import dev.snarl.delivery.Refused;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpRetryException;
import java.net.HttpURLConnection;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One POST for each message, on a connection of its own, with the JDK's oldest client, which needs
 * no threads. Which answers are worth another attempt is the specification's list.
 */
final class HttpDelivery implements Delivery<Message> {
  private static final Set<Integer> TRY_AGAIN = Set.of(429, 502, 503, 504);
  private static final int LONGEST_ANSWER = 1 << 16;

  /** Reads how many items of an accepted request were rejected. */
  interface Answer {
    Partly read(byte[] body) throws IOException;
  }

  /** What a receiver did not take, and why. */
  record Partly(long rejected, String reason) {}

  private final Target target;
  private final Answer answer;
  private volatile @Nullable HttpURLConnection open;
  private volatile long deadline;

  HttpDelivery(Target target, Answer answer) {
    this.target = target;
    this.answer = answer;
  }

  @Override
  public void deliver(Message message, Instant at) throws IOException {
    deadline = System.nanoTime() + target.timeout().toNanos();
    HttpURLConnection connection = (HttpURLConnection) target.uri().toURL().openConnection();
    open = connection;
    try {
      post(connection, message);
    } catch (RuntimeException e) {
      throw new IOException(e.toString(), e); // a header that HTTP does not accept, for one
    } finally {
      open = null;
      connection.disconnect();
    }
  }

  private void post(HttpURLConnection connection, Message message) throws IOException {
    int millis = (int) target.timeout().toMillis();
    connection.setConnectTimeout(millis);
    connection.setReadTimeout(millis);
    connection.setInstanceFollowRedirects(false);
    connection.setUseCaches(false);
    connection.setDoOutput(true);
    connection.setRequestMethod("POST");
    connection.setRequestProperty("Content-Type", "application/x-protobuf");
    connection.setRequestProperty("Connection", "close"); // or the JDK keeps it, with a thread
    connection.setRequestProperty("User-Agent", "snarl");
    if (target.gzip()) {
      connection.setRequestProperty("Content-Encoding", "gzip");
    }
    target.headers().forEach(connection::setRequestProperty);
    connection.setFixedLengthStreamingMode(message.body().size());
    try (OutputStream out = connection.getOutputStream()) {
      message.body().writeTo(out);
    }
    int status = status(connection);
    if (status < 0) {
      throw new IOException("no answer in time, or one that is not HTTP");
    }
    if (status >= 200 && status < 300) {
      accepted(connection);
    } else if (TRY_AGAIN.contains(status)) {
      String after = connection.getHeaderField("Retry-After");
      throw new Later("HTTP " + status, pause(after));
    } else {
      throw new Refused("HTTP " + status + " of " + target.shown());
    }
  }

  private static int status(HttpURLConnection connection) throws IOException {
    try {
      return connection.getResponseCode();
    } catch (HttpRetryException refused) {
      return refused.responseCode(); // a request for credentials, which would send it again
    }
  }

  private void accepted(HttpURLConnection connection) throws IOException {
    Partly partly;
    try (InputStream in = connection.getInputStream()) {
      partly = answer.read(in.readNBytes(LONGEST_ANSWER));
    } catch (IOException e) {
      return; // it is accepted, whatever the answer says
    }
    if (partly.rejected() > 0) {
      throw new Refused(
          partly.rejected() + " of them: " + partly.reason(), (int) partly.rejected());
    }
  }

  /** Seconds or a date; nothing if it is neither. */
  static Duration pause(@Nullable String after) {
    if (after == null) {
      return Duration.ZERO;
    }
    String text = after.strip();
    if (text.matches("\\d{1,9}")) {
      return Duration.ofSeconds(Long.parseLong(text));
    }
    try {
      Instant then = ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
      Duration pause = Duration.between(Instant.now(), then);
      return pause.isNegative() ? Duration.ZERO : pause;
    } catch (DateTimeException notADate) {
      return Duration.ZERO;
    }
  }

  /** Ends an attempt that takes too long: the time-outs of the JDK begin again with each byte. */
  void expire() {
    HttpURLConnection connection = open;
    if (connection != null && System.nanoTime() - deadline > 0) {
      connection.disconnect();
    }
  }

  @Override
  public void close() {
    HttpURLConnection connection = open;
    if (connection != null) {
      connection.disconnect();
    }
  }
}
