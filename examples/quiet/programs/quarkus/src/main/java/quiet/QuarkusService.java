package quiet;

import io.smallrye.common.annotation.NonBlocking;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import java.time.Duration;

/** A service of Quarkus REST. It answers at once, after a blocking call and later. */
@Path("/")
public class QuarkusService {
  @GET
  @Path("plain/{n}")
  @NonBlocking
  public String plain(@PathParam("n") String n) {
    return "plain " + n;
  }

  @GET
  @Path("blocking/{n}")
  public String blocking(@PathParam("n") String n) throws InterruptedException {
    Thread.sleep(20);
    return "blocking " + n;
  }

  @GET
  @Path("later/{n}")
  public Uni<String> later(@PathParam("n") String n) {
    return Uni.createFrom().item("later " + n).onItem().delayIt().by(Duration.ofMillis(20));
  }
}
