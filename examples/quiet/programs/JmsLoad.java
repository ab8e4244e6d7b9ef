import jakarta.jms.BytesMessage;
import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** Four producers of persistent messages and four consumers on four queues of a JMS broker: FACTORY-CLASS URL SECONDS. */
public class JmsLoad {
  private static final int QUEUES = 4;
  private static final AtomicLong sent = new AtomicLong();
  private static final AtomicLong received = new AtomicLong();
  private static final AtomicLong failed = new AtomicLong();
  private static volatile boolean allSent;

  private interface Work {
    void run() throws JMSException;
  }

  public static void main(String[] args) throws Exception {
    ConnectionFactory factory = (ConnectionFactory) Class.forName(args[0]).getConstructor(String.class).newInstance(args[1]);
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(Long.parseLong(args[2]));
    Connection connection = factory.createConnection();
    connection.start();
    Thread[] producers = new Thread[QUEUES];
    Thread[] consumers = new Thread[QUEUES];
    for (int i = 0; i < QUEUES; i++) {
      Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
      Queue queue = session.createQueue("load." + i);
      producers[i] = start(() -> produce(session, queue, end));
      consumers[i] = start(() -> consume(connection, queue));
    }
    for (Thread thread : producers) {
      thread.join();
    }
    allSent = true;
    for (Thread thread : consumers) {
      thread.join();
    }
    connection.close();
    System.out.println("loaded: " + received + " messages of " + sent + ", " + failed + " failed");
    if (received.get() != sent.get()) {
      System.exit(1);
    }
  }

  private static void produce(Session session, Queue queue, long end) throws JMSException {
    MessageProducer producer = session.createProducer(queue);
    producer.setDeliveryMode(DeliveryMode.PERSISTENT);
    while (System.nanoTime() < end) {
      // No more on the way than a consumer soon has.
      if (sent.get() - received.get() > 1_000) {
        Thread.yield();
        continue;
      }
      BytesMessage message = session.createBytesMessage();
      message.writeBytes(new byte[512]);
      producer.send(message);
      sent.incrementAndGet();
    }
  }

  private static void consume(Connection connection, Queue queue) throws JMSException {
    MessageConsumer consumer = connection.createSession(false, Session.AUTO_ACKNOWLEDGE).createConsumer(queue);
    while (true) {
      if (consumer.receive(500) != null) {
        received.incrementAndGet();
      } else if (allSent) {
        return;
      }
    }
  }

  private static Thread start(Work work) {
    Thread thread =
        new Thread(
            () -> {
              try {
                work.run();
              } catch (JMSException e) {
                failed.incrementAndGet();
                e.printStackTrace();
              }
            });
    thread.start();
    return thread;
  }
}
