/*
 * claim: five threads share two connections of MongoDB's driver, each of which a listener keeps for a second after its command
 * libraries: org.mongodb:mongodb-driver-sync:4.0.6 de.bwaldvogel:mongo-java-server:1.47.0 org.slf4j:slf4j-nop:2.0.17
 * seconds: 20
 * expect: connection-pool-exhausted warning at ASKS
 * evidence: connection-pool-exhausted heldAt at AUDIT
 */
import com.mongodb.MongoClientSettings;
import com.mongodb.ServerAddress;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.event.CommandListener;
import com.mongodb.event.CommandSucceededEvent;
import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.bson.Document;

public class MongoHeldByListener {
  public static void main(String[] args) throws Exception {
    Logger.getLogger("").setLevel(Level.OFF);
    MongoServer server = new MongoServer(new MemoryBackend());
    ServerAddress address = new ServerAddress(server.bind());
    MongoClientSettings settings =
        MongoClientSettings.builder()
            .applyToClusterSettings(cluster -> cluster.hosts(List.of(address)))
            .applyToConnectionPoolSettings(pool -> pool.maxSize(2))
            .addCommandListener(new Audit())
            .build();
    MongoClient client = MongoClients.create(settings);
    for (int i = 0; i < 5; i++) {
      new Thread(() -> ask(client), "order-" + i).start();
    }
    Thread.sleep(20_000);
    System.exit(0);
  }

  static void ask(MongoClient client) {
    while (true) {
      client.getDatabase("shop").runCommand(new Document("ping", 1)); // <ASKS>
    }
  }

  static class Audit implements CommandListener {
    @Override
    public void commandSucceeded(CommandSucceededEvent event) {
      try {
        Thread.sleep(1_000); // <AUDIT>
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
