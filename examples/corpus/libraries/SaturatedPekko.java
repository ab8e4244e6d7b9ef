/*
 * claim: actors read orders with a blocking call on a fork-join dispatcher of Pekko, whose four threads cannot keep up
 * expect: pool-saturated warning at POOL
 * jdk: 17..22
 * libraries: org.apache.pekko:pekko-actor_2.13:1.7.0
 * seconds: 25
 */
import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import org.apache.pekko.actor.AbstractActor;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.Props;

public class SaturatedPekko {
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
      Thread.sleep(200);
    }
  }

  public static void main(String[] args) throws InterruptedException {
    ActorSystem system = ActorSystem.create("orders", CONFIG.withFallback(ConfigFactory.load()));
    system.dispatchers().lookup("orders").execute(() -> {}); // <POOL>
    ActorRef[] clerks = new ActorRef[40];
    for (int i = 0; i < clerks.length; i++) {
      clerks[i] = system.actorOf(Props.create(Clerk.class, Clerk::new).withDispatcher("orders"), "clerk-" + i);
    }
    for (int i = 0; i < 900; i++) {
      clerks[i % clerks.length].tell(i, ActorRef.noSender());
      Thread.sleep(25);
    }
    System.exit(0);
  }
}
