package quiet;

import io.helidon.webserver.WebServer;

/** A service of Helidon SE, which has a virtual thread for each connection: PORT. */
public class HelidonService {
  public static void main(String[] args) {
    WebServer.builder()
        .host("127.0.0.1")
        .port(Integer.parseInt(args[0]))
        .routing(
            routing ->
                routing
                    .get("/plain/{n}", (request, response) -> response.send("plain " + request.path().pathParameters().get("n")))
                    .get(
                        "/blocking/{n}",
                        (request, response) -> {
                          Thread.sleep(20);
                          response.send("blocking " + request.path().pathParameters().get("n"));
                        }))
        .build()
        .start();
  }
}
