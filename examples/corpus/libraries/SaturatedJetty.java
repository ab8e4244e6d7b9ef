/*
 * claim: each thread of a Jetty server calls the server itself, so none is left to answer; the pool was made long before it started
 * expect: pool-saturated warning at POOL
 * libraries: org.eclipse.jetty:jetty-server:12.0.22 org.eclipse.jetty:jetty-http:12.0.22 org.eclipse.jetty:jetty-io:12.0.22 org.eclipse.jetty:jetty-util:12.0.22 org.slf4j:slf4j-api:2.0.17 org.slf4j:slf4j-nop:2.0.17
 * seconds: 30
 */
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

public class SaturatedJetty {
  static int port;

  public static void main(String[] args) throws Exception {
    QueuedThreadPool pool = new QueuedThreadPool(6, 4); // <POOL>
    pool.setReservedThreads(0);
    Thread.sleep(1_000);
    Server server = new Server(pool);
    ServerConnector connector = new ServerConnector(server, 1, 1);
    connector.setHost("127.0.0.1");
    server.addConnector(connector);
    server.setHandler(new Calls());
    server.start();
    port = connector.getLocalPort();
    for (int i = 0; i < 8; i++) {
      new Thread(SaturatedJetty::visit, "client").start();
    }
    Thread.sleep(28_000);
    Runtime.getRuntime().halt(0);
  }

  static class Calls extends Handler.Abstract {
    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
      if (request.getHttpURI().getPath().equals("/orders")) {
        get("/prices");
      }
      Thread.sleep(20);
      response.write(true, ByteBuffer.allocate(0), callback);
      return true;
    }
  }

  static void visit() {
    while (true) {
      get("/orders");
    }
  }

  static void get(String path) {
    try {
      URI.create("http://127.0.0.1:" + port + path).toURL().openStream().close();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
