package dev.snarl.tests.programs;

import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.internals.FutureRecordMetadata;
import org.apache.kafka.clients.producer.internals.ProduceRequestResult;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.utils.Time;

/** Waits for the futures of Kafka's producer, which a thread of its own completes. */
public final class KafkaSends {
  private KafkaSends() {}

  public static void main(String[] args) throws Exception {
    for (int i = 0; i < 10; i++) {
      send().get();
      timed();
    }
    FutureRecordMetadata done = send();
    done.get();
    for (int i = 0; i < 1_000; i++) {
      finished(done);
    }
    System.out.println("waited");
    System.in.readAllBytes();
    System.exit(0);
  }

  private static void timed() throws Exception {
    send().get(10, TimeUnit.SECONDS);
  }

  private static void finished(FutureRecordMetadata done) throws Exception {
    done.get();
  }

  private static FutureRecordMetadata send() {
    ProduceRequestResult result = new ProduceRequestResult(new TopicPartition("topic", 0));
    Thread network =
        new Thread(
            () -> {
              try {
                Thread.sleep(20);
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
              result.set(1, 1, null);
              result.done();
            });
    network.start();
    return new FutureRecordMetadata(result, 0, 1, 1, 1, Time.SYSTEM);
  }
}
