/*
 * claim: a heartbeat twice a second shares Spring's scheduler, which has one thread by default, with a report that calls a slow service (spring-projects/spring-framework#33856)
 * expect: late-timer warning at REPORT or BEAT
 * libraries: org.springframework:spring-context:6.2.12
 * seconds: 20
 */
import java.time.Duration;
import org.springframework.scheduling.concurrent.ThreadPoolTaskScheduler;

public class SpringOneScheduler {
  static volatile int beats;

  public static void main(String[] args) throws InterruptedException {
    ThreadPoolTaskScheduler scheduler = new ThreadPoolTaskScheduler();
    scheduler.initialize();
    scheduler.scheduleAtFixedRate(() -> beats++, Duration.ofMillis(500)); // <BEAT>
    scheduler.scheduleWithFixedDelay(SpringOneScheduler::report, Duration.ofMillis(500));
    Thread.sleep(18_000);
    System.exit(0);
  }

  static void report() {
    try {
      Thread.sleep(4_000); // <REPORT>
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
