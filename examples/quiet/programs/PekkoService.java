import static org.apache.pekko.http.javadsl.server.PathMatchers.segment;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.http.javadsl.Http;
import org.apache.pekko.http.javadsl.server.AllDirectives;
import org.apache.pekko.http.javadsl.server.Route;
import org.apache.pekko.pattern.Patterns;

/** A service of Pekko HTTP: PORT. It answers at once, after a blocking call and later. */
public class PekkoService extends AllDirectives {
  private final ActorSystem system = ActorSystem.create("quiet");
  private final Executor blocking = system.dispatchers().lookup("pekko.actor.default-blocking-io-dispatcher");

  public static void main(String[] args) {
    PekkoService service = new PekkoService();
    Http.get(service.system).newServerAt("127.0.0.1", Integer.parseInt(args[0])).bind(service.routes());
  }

  private Route routes() {
    return concat(
        path(segment("plain").slash(segment()), n -> complete("plain " + n)),
        path(segment("blocking").slash(segment()), n -> onSuccess(CompletableFuture.supplyAsync(() -> paused(n), blocking), this::complete)),
        path(segment("later").slash(segment()), n -> onSuccess(later(n), this::complete)));
  }

  private CompletionStage<String> later(String n) {
    return Patterns.after(Duration.ofMillis(20), system, () -> CompletableFuture.completedFuture("later " + n));
  }

  private static String paused(String n) {
    try {
      Thread.sleep(20);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return "blocking " + n;
  }
}
