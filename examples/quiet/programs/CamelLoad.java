import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;

/** Routes through queues, a splitter with threads of its own and an aggregator, asked by eight threads for some seconds; idle from then on: SECONDS. */
public class CamelLoad {
  private static final class Routes extends RouteBuilder {
    @Override
    public void configure() {
      from("direct:order").split(body()).parallelProcessing().aggregationStrategy((old, now) -> old == null ? now : old).to("direct:item").end().to("seda:audit?waitForTaskToComplete=Never").to("seda:price?timeout=30000");
      from("seda:price?concurrentConsumers=4").delay(5).setBody(constant(7));
      from("seda:audit?concurrentConsumers=2").aggregate(constant(true), (old, now) -> now).completionSize(100).completionTimeout(500).wireTap("direct:item");
      from("direct:item").delay(5).asyncDelayed().to("log:item?level=OFF");
      from("timer:tick?period=1000").threads(2).to("direct:item");
    }
  }

  public static void main(String[] args) throws Exception {
    DefaultCamelContext context = new DefaultCamelContext();
    context.addRoutes(new Routes());
    context.start();
    System.out.println("the routes are up");
    ProducerTemplate template = context.createProducerTemplate();
    Clients.load(args[0], "orders", (client, n) -> order(template, n));
    Runtime.getRuntime().addShutdownHook(new Thread(context::stop));
    Thread.currentThread().join();
  }

  private static int order(ProducerTemplate template, int n) {
    List<Integer> items = List.of(n, n + 1, n + 2);
    CompletableFuture<Object> later = template.asyncRequestBody("direct:order", items);
    Object now = template.requestBody("direct:order", items);
    if (!now.equals(7) || !later.join().equals(7)) {
      throw new IllegalStateException("another price");
    }
    return 1;
  }
}
