/*
 * claim: the same heartbeat and report with a thread for each, as spring.task.scheduling.pool.size=2 has it
 * twin of: late-timer
 * libraries: org.springframework:spring-context:6.2.12
 * seconds: 20
 */
import java.time.Duration;
import org.springframework.scheduling.concurrent.ThreadPoolTaskScheduler;

public class BenignSpringTwoSchedulerThreads {
  static volatile int beats;

  public static void main(String[] args) throws InterruptedException {
    ThreadPoolTaskScheduler scheduler = new ThreadPoolTaskScheduler();
    scheduler.setPoolSize(2);
    scheduler.initialize();
    scheduler.scheduleAtFixedRate(() -> beats++, Duration.ofMillis(500));
    scheduler.scheduleWithFixedDelay(
        BenignSpringTwoSchedulerThreads::report, Duration.ofMillis(500));
    Thread.sleep(18_000);
    System.exit(0);
  }

  static void report() {
    try {
      Thread.sleep(4_000);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
