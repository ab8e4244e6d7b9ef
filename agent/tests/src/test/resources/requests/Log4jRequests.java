import org.apache.logging.log4j.ThreadContext;

public class Log4jRequests {
  public static void main(String[] arguments) throws Exception {
    ThreadContext.clearAll(); // finds the library, for all threads
    Requests.wait("traced", () -> put("traceId", "4bf92f3577b34da6a3ce929d0e0e4736"));
    Requests.wait("zipkin", () -> put("X-B3-TraceId", "a3ce929d0e0e4736"));
    Requests.wait("no id", () -> put("traceId", "Bearer 4bf92f3577b34da6a3ce929d0e0e4736"));
    Requests.wait(
        "cleared",
        () -> {
          put("traceId", "4bf92f3577b34da6a3ce929d0e0e4736");
          ThreadContext.clearAll();
        });
    Requests.serve();
  }

  private static void put(String key, String value) {
    System.out.println(Thread.currentThread().getName() + " " + value);
    ThreadContext.put("user", "alice");
    ThreadContext.put(key, value);
  }
}
