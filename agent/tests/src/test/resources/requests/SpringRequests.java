import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.catalina.Context;
import org.apache.catalina.startup.Tomcat;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.support.AnnotationConfigWebApplicationContext;
import org.springframework.web.servlet.DispatcherServlet;
import org.springframework.web.servlet.config.annotation.EnableWebMvc;

/** Spring MVC in Tomcat, and a scheduled task. */
public class SpringRequests {
  static final ExecutorService workers = Executors.newFixedThreadPool(2);

  @Configuration
  @EnableWebMvc
  @EnableScheduling
  public static class Setup {
    @Bean
    public OrderController orders() {
      return new OrderController();
    }

    @Bean
    public Jobs jobs() {
      return new Jobs();
    }
  }

  @RestController
  public static class OrderController {
    @GetMapping("/orders/{id}")
    public String order(@PathVariable("id") String id) {
      Thread.currentThread().setName("controller");
      return await();
    }
  }

  public static class Jobs {
    @Scheduled(fixedDelay = 1_000)
    public void nightly() {
      Thread.currentThread().setName("scheduled");
      await();
    }
  }

  static String await() {
    try {
      workers.submit(Requests::sleep).get();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
    return "";
  }

  public static void main(String[] arguments) throws Exception {
    java.util.logging.LogManager.getLogManager().reset();
    Tomcat tomcat = new Tomcat();
    tomcat.setBaseDir(Files.createTempDirectory("tomcat").toString());
    tomcat.setPort(0);
    Context root = tomcat.addContext("", null);
    AnnotationConfigWebApplicationContext beans = new AnnotationConfigWebApplicationContext();
    beans.register(Setup.class);
    Tomcat.addServlet(root, "spring", new DispatcherServlet(beans)).setLoadOnStartup(1);
    root.addServletMappingDecoded("/", "spring");
    tomcat.getConnector();
    tomcat.start();
    URI order =
        URI.create("http://127.0.0.1:" + tomcat.getConnector().getLocalPort() + "/orders/4711");
    HttpClient.newHttpClient()
        .sendAsync(HttpRequest.newBuilder(order).build(), HttpResponse.BodyHandlers.discarding());
    Requests.serve();
  }
}
