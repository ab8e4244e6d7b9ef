/*
 * claim: threads wait for a promise of Netty and one of Scala, which tasks complete after 25 seconds
 * twin of: lost-wait
 * libraries: io.netty:netty-common:4.1.82.Final org.scala-lang:scala-library:2.13.18
 * seconds: 30
 */
import io.netty.util.concurrent.DefaultEventExecutor;
import io.netty.util.concurrent.EventExecutor;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import scala.concurrent.Await;
import scala.concurrent.Promise;
import scala.concurrent.duration.Duration;

public class BenignPromises {
  public static void main(String[] args) throws Exception {
    start("netty", BenignPromises::netty);
    start("scala", BenignPromises::scala);
    Thread.sleep(28_000);
    System.exit(0);
  }

  static Object netty() throws Exception {
    EventExecutor executor = new DefaultEventExecutor();
    io.netty.util.concurrent.Promise<String> reply = executor.newPromise();
    executor.schedule(() -> reply.setSuccess("valid"), 25, TimeUnit.SECONDS);
    System.out.println(reply.sync().getNow());
    return reply;
  }

  static Object scala() throws Exception {
    Promise<String> reply = scala.concurrent.Promise$.MODULE$.apply();
    start("checks", () -> { Thread.sleep(25_000); return reply.success("valid"); });
    System.out.println(Await.result(reply.future(), Duration.Inf()));
    return reply;
  }

  static void start(String name, Callable<?> work) {
    Runnable run =
        () -> {
          try {
            work.call();
          } catch (Exception e) {
            throw new IllegalStateException(e);
          }
        };
    new Thread(run, name).start();
  }
}
