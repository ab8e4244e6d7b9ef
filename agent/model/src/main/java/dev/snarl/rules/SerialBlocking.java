package dev.snarl.rules;

import dev.snarl.rules.Window.Change;
import dev.snarl.snapshot.LibraryUse.ConsumerSite;
import dev.snarl.snapshot.Timeline;
import dev.snarl.text.Figures;
import dev.snarl.text.Words;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A consumer of a message broker that spends nearly all its time blocked in one call after the
 * other, while its connection waits to be polled. Linear in the places where consumers block.
 */
final class SerialBlocking implements Rule {
  private static final Declaration DECLARATION =
      new Declaration(
          "serial-blocking",
          Family.WASTED_THREADS,
          "a consumer of a broker processes its batch one blocking call at a time",
          Cost.percent("blockedShare", "of the consumer blocked", 1.0),
          Defaults.of("minShare", 0.8, "minCalls", 50.0, "windowSeconds", 30.0),
          Severity.WARNING);

  @Override
  public Declaration declaration() {
    return DECLARATION;
  }

  @Override
  public List<Verdict> judge(Timeline timeline, Thresholds thresholds) {
    Window window = Window.last(timeline, thresholds.get("windowSeconds"));
    if (window.from() == null) {
      return List.of();
    }
    Map<String, List<Change<ConsumerSite>>> bySite = new LinkedHashMap<>();
    for (Change<ConsumerSite> change :
        window.changes(s -> s.libraries().consumers(), row -> row.thread() + " " + row.site())) {
      if (change.seconds(ConsumerSite::nanos) >= thresholds.get("minShare") * window.seconds()
          && change.of(ConsumerSite::calls) >= thresholds.get("minCalls")) {
        bySite.computeIfAbsent(change.now().get(0).site(), s -> new ArrayList<>()).add(change);
      }
    }
    return bySite.values().stream().map(threads -> verdict(threads, window)).toList();
  }

  private static Verdict verdict(List<Change<ConsumerSite>> threads, Window window) {
    Change<ConsumerSite> worst = threads.get(0);
    for (Change<ConsumerSite> other : threads) {
      if (other.of(ConsumerSite::nanos) > worst.of(ConsumerSite::nanos)) {
        worst = other;
      }
    }
    ConsumerSite row = worst.now().get(0);
    long calls = worst.of(ConsumerSite::calls);
    double blocked = worst.seconds(ConsumerSite::nanos);
    double gap = Math.max(row.lastGapNanos(), row.sincePollNanos()) / Figures.NANOS;
    Client client = Client.of(row.client());
    return new Verdict(
        row.site(),
        Severity.WARNING,
        row.site(),
        "%s works one by one: %s calls of %s to %s in sequence, up to %s between two polls of %s"
            .formatted(
                row.group(),
                Figures.number(calls),
                Figures.time(blocked / calls),
                Words.call(row.call()),
                Figures.time(gap),
                client.name),
        new Evidence()
            .put("consumer", row.group())
            .put("consumers", threads.size())
            .put("client", client.name)
            .put("blockedIn", row.call())
            .put("calls", calls)
            .number("callsPerSecond", calls / window.seconds())
            .number("meanSeconds", blocked / calls)
            .number("blockedShare", Math.min(1, blocked / window.seconds()))
            .number("secondsBetweenPolls", gap)
            .put("timeout", client.timeout)
            .number("windowSeconds", window.seconds())
            .map(),
        calls,
        "Hand the calls of one batch to a bounded pool and wait for all of them before the next"
            + " poll (CompletableFuture.allOf with a deadline), or use the client's asynchronous"
            + " call; acknowledge after that. Or make the batch so small that it ends well within"
            + " the time-out.");
  }

  /** The broker, and the time-out that long gaps between polls exceed. */
  private enum Client {
    KAFKA("Kafka", "max.poll.interval.ms, 5 min by default"),
    REDIS("Redis", "the command time-out of the client, and the server's own timeout"),
    RABBIT("RabbitMQ", "consumer_timeout of the broker, 30 min by default"),
    JMS("JMS", "the broker's prefetch: what was sent ahead waits with this consumer"),
    OTHER("its broker", null);

    final String name;
    final @Nullable String timeout;

    Client(String name, @Nullable String timeout) {
      this.name = name;
      this.timeout = timeout;
    }

    static Client of(String type) {
      if (type.contains(".kafka.")) {
        return KAFKA;
      }
      if (type.contains("redis")) {
        return REDIS;
      }
      if (type.contains("rabbit")) {
        return RABBIT;
      }
      return type.contains(".jms.") ? JMS : OTHER;
    }
  }
}
