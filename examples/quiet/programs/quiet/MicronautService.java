package quiet;

import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.Get;
import io.micronaut.http.annotation.Produces;
import io.micronaut.runtime.Micronaut;
import io.micronaut.scheduling.TaskExecutors;
import io.micronaut.scheduling.annotation.ExecuteOn;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

/** A service of Micronaut. It answers at once, after a blocking call and later. */
@Controller
@Produces("text/plain")
public class MicronautService {
  public static void main(String[] args) {
    Micronaut.run(MicronautService.class, args);
  }

  @Get("/plain/{n}")
  public String plain(String n) {
    return "plain " + n;
  }

  @Get("/blocking/{n}")
  @ExecuteOn(TaskExecutors.BLOCKING)
  public String blocking(String n) throws InterruptedException {
    Thread.sleep(20);
    return "blocking " + n;
  }

  @Get("/later/{n}")
  public CompletionStage<String> later(String n) {
    return new CompletableFuture<String>().completeOnTimeout("later " + n, 20, TimeUnit.MILLISECONDS);
  }
}
