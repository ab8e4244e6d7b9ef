import org.slf4j.MDC;

public class LogbackRequests {
  public static void main(String[] arguments) throws Exception {
    MDC.clear(); // finds the library, for all threads
    Requests.wait("traced", () -> put("traceId", "4bf92f3577b34da6a3ce929d0e0e4736"));
    Requests.wait("zipkin", () -> put("X-B3-TraceId", "a3ce929d0e0e4736"));
    Requests.wait("no id", () -> put("traceId", "Bearer 4bf92f3577b34da6a3ce929d0e0e4736"));
    Requests.wait(
        "cleared",
        () -> {
          put("traceId", "4bf92f3577b34da6a3ce929d0e0e4736");
          MDC.clear();
        });
    Requests.serve();
  }

  private static void put(String key, String value) {
    System.out.println(Thread.currentThread().getName() + " " + value);
    MDC.put("user", "alice");
    MDC.put(key, value);
  }
}
