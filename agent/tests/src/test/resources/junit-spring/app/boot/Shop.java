package boot;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** A service with two endpoints: one waits for another thread, one does the work itself. */
@SpringBootApplication
@RestController
public class Shop {
  private final ExecutorService pool = Executors.newFixedThreadPool(4);

  @GetMapping("/pool")
  String byPool() throws Exception {
    return pool.submit(this::direct).get();
  }

  @GetMapping("/direct")
  String direct() throws InterruptedException {
    Thread.sleep(400);
    return "order";
  }
}
