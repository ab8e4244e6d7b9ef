/*
 * claim: actors on a fork-join dispatcher of Pekko get orders in bursts, and each burst is read before the next one comes
 * twin of: pool-saturated
 * jdk: 17..22
 * libraries: org.apache.pekko:pekko-actor_2.13:1.0.3
 * seconds: 25
 */
import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import org.apache.pekko.actor.AbstractActor;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.Props;

public class BenignPekko {
  static final Config CONFIG =
      ConfigFactory.parseString(
          "pekko { loglevel = OFF, stdout-loglevel = OFF }, orders { type = Dispatcher,"
              + " executor = fork-join-executor, fork-join-executor {parallelism-min = 4, parallelism-max = 4} }");

  static class Clerk extends AbstractActor {
    @Override
    public Receive createReceive() {
      return receiveBuilder().match(Integer.class, Clerk::read).build();
    }

    static void read(int order) throws InterruptedException {
      Thread.sleep(20);
    }
  }

  public static void main(String[] args) throws InterruptedException {
    ActorSystem system = ActorSystem.create("orders", CONFIG.withFallback(ConfigFactory.load()));
    system.dispatchers().lookup("orders").execute(() -> {});
    ActorRef[] clerks = new ActorRef[40];
    for (int i = 0; i < clerks.length; i++) {
      clerks[i] = system.actorOf(Props.create(Clerk.class, Clerk::new).withDispatcher("orders"), "clerk-" + i);
    }
    for (int burst = 0; burst < 22; burst++) {
      for (ActorRef clerk : clerks) {
        clerk.tell(burst, ActorRef.noSender());
      }
      Thread.sleep(1_000);
    }
    System.exit(0);
  }
}
