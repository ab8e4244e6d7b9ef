package dev.snarl.otlp.send;

import com.google.protobuf.MessageLite;
import dev.snarl.delivery.Outbox;
import dev.snarl.delivery.Size;
import java.time.Duration;
import java.util.function.BiFunction;
import java.util.function.Consumer;

/** Metrics, or log records, on the way to their receiver: a queue with its thread. */
final class Signal implements AutoCloseable {
  /** An hour of minutes, in at most 8 MB. */
  private static final Size<Message> SIZE =
      new Size<>(Message::items, message -> message.body().size(), 60, 8_000_000);

  private static final Duration FAREWELL = Duration.ofSeconds(2);

  private final Target target;
  private final HttpDelivery delivery;
  private final Outbox<Message> outbox;
  private final Thread thread;

  Signal(
      String what,
      Target target,
      HttpDelivery.Answer answer,
      BiFunction<Runnable, String, Thread> threads,
      String threadName,
      Consumer<String> lines) {
    this.target = target;
    this.delivery = new HttpDelivery(target, answer);
    Outbox.Route route = new Outbox.Route(what, target.shown(), target.shown());
    this.outbox = new Outbox<>(delivery, SIZE, route, lines);
    this.thread = threads.apply(outbox, threadName);
    thread.start();
  }

  void offer(MessageLite request, int items) {
    if (items > 0) {
      outbox.offer(Message.of(request, items, target.gzip()));
    }
  }

  void expire() {
    delivery.expire();
  }

  void drained(Duration atMost) throws InterruptedException {
    outbox.drained(atMost);
  }

  long lost() {
    return outbox.lost();
  }

  @Override
  public void close() {
    outbox.close();
    delivery.close();
    thread.interrupt();
    try {
      thread.join(FAREWELL.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
