/*
 * claim: threads wait for a promise of Netty and one of Scala, whose tasks return or throw before they complete them
 * expect: lost-wait warning at NETTY
 * expect: lost-wait warning at SCALA
 * libraries: io.netty:netty-common:4.1.82.Final org.scala-lang:scala-library:2.13.18
 * seconds: 27
 */
import io.netty.util.concurrent.DefaultEventExecutor;
import io.netty.util.concurrent.EventExecutor;
import java.util.concurrent.Callable;
import scala.concurrent.Await;
import scala.concurrent.Promise;
import scala.concurrent.duration.Duration;

public class LostWaitPromises {
  static volatile boolean valid;

  public static void main(String[] args) throws Exception {
    start("netty", LostWaitPromises::netty);
    start("scala", LostWaitPromises::scala);
    Thread.sleep(25_000);
    System.exit(0);
  }

  static Object netty() throws Exception {
    EventExecutor executor = new DefaultEventExecutor();
    io.netty.util.concurrent.Promise<String> reply = executor.newPromise();
    executor.execute(
        () -> {
          if (!valid) {
            return;
          }
          reply.setSuccess("valid");
        });
    System.out.println(reply.sync().getNow()); // <NETTY>
    return reply;
  }

  static Object scala() throws Exception {
    Promise<String> reply = scala.concurrent.Promise$.MODULE$.apply();
    start("checks", () -> valid ? reply.success("valid") : "invalid");
    System.out.println(Await.result(reply.future(), Duration.Inf())); // <SCALA>
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
