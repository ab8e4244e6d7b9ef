package com.example.receipts;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.connection.stream.MapRecord;
import org.springframework.data.redis.connection.stream.RecordId;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.stream.StreamListener;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * Gathers what the stream delivers into batches of 50, fetches their receipts by one MGET and hands
 * them to the sender. A batch that does not fill is sent as it is after two seconds. Runs on the
 * listener container's thread.
 */
@Component
class ReceiptConsumer implements StreamListener<String, MapRecord<String, String, String>> {
  static final String STREAM = "receipts";
  static final String GROUP = "senders";
  static final int BATCH = 50;
  private static final long PATIENCE_NANOS = Duration.ofSeconds(2).toNanos();
  private static final Logger log = LoggerFactory.getLogger(ReceiptConsumer.class);

  private final StringRedisTemplate redis;
  private final Sender sender;
  private final ReentrantLock filling = new ReentrantLock();
  private final List<String> keys = new ArrayList<>();
  private final List<RecordId> records = new ArrayList<>();
  private long firstAt;

  ReceiptConsumer(StringRedisTemplate redis, Sender sender) {
    this.redis = redis;
    this.sender = sender;
  }

  @Override
  public void onMessage(MapRecord<String, String, String> record) {
    filling.lock();
    try {
      if (keys.isEmpty()) {
        firstAt = System.nanoTime();
      }
      keys.add(Objects.requireNonNull(record.getValue().get("key")));
      records.add(record.getId());
      if (keys.size() == BATCH) {
        sendBatch();
      }
    } finally {
      filling.unlock();
    }
  }

  @Scheduled(fixedDelay = 500)
  void sendWhatDidNotFill() {
    if (!filling.tryLock()) {
      return;
    }
    try {
      if (!keys.isEmpty() && System.nanoTime() - firstAt > PATIENCE_NANOS) {
        sendBatch();
      }
    } finally {
      filling.unlock();
    }
  }

  private void sendBatch() {
    List<Receipt> batch =
        Objects.requireNonNull(redis.opsForValue().multiGet(keys)).stream()
            .filter(Objects::nonNull)
            .map(Receipt::parse)
            .toList();
    RecordId[] done = records.toArray(RecordId[]::new);
    keys.clear();
    records.clear();
    try {
      sender.send(batch);
    } catch (Exception e) {
      log.error("batch of {} not sent: {}", batch.size(), e.toString());
      return;
    }
    try {
      redis.opsForStream().acknowledge(STREAM, GROUP, done);
    } catch (DataAccessException e) {
      // The messages are out, but to Redis they are still pending: after a restart they are sent
      // again.
      log.error("Redis connection lost, {} not acknowledged: {}", done.length, e.getMessage());
    }
  }
}
