/*
 * claim: a caller of MongoDB's driver gets no connection in time, since a listener keeps the only one
 * libraries: org.mongodb:mongodb-driver-sync:5.14.0 de.bwaldvogel:mongo-java-server:1.47.0 org.slf4j:slf4j-nop:2.0.17
 * expect: connection-pool-exhausted warning at ASKS
 */
import com.mongodb.MongoClientSettings;
import com.mongodb.MongoTimeoutException;
import com.mongodb.ServerAddress;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.event.CommandListener;
import com.mongodb.event.CommandSucceededEvent;
import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.bson.Document;

public class MongoTimesOut {
  public static void main(String[] args) throws Exception {
    Logger.getLogger("").setLevel(Level.OFF);
    MongoServer server = new MongoServer(new MemoryBackend());
    ServerAddress address = new ServerAddress(server.bind());
    MongoClientSettings settings =
        MongoClientSettings.builder()
            .applyToClusterSettings(cluster -> cluster.hosts(List.of(address)))
            .applyToConnectionPoolSettings(
                pool -> pool.maxSize(1).maxWaitTime(2_000, TimeUnit.MILLISECONDS))
            .addCommandListener(new Slow())
            .build();
    try (MongoClient client = MongoClients.create(settings)) {
      Thread other = new Thread(() -> count(client), "other");
      other.start();
      Thread.sleep(3_000);
      ask(client);
      other.join();
    }
    server.shutdownNow();
  }

  static void count(MongoClient client) {
    client.getDatabase("shop").runCommand(new Document("ping", 1));
  }

  static void ask(MongoClient client) {
    try {
      client.getDatabase("shop").runCommand(new Document("ping", 1)); // <ASKS>
      throw new IllegalStateException("there was one");
    } catch (MongoTimeoutException expected) {
      // none in time
    }
  }

  static class Slow implements CommandListener {
    @Override
    public void commandSucceeded(CommandSucceededEvent event) {
      try {
        Thread.sleep(7_000);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
