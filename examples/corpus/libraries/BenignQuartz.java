/*
 * claim: two long imports hold both threads of a Quartz scheduler, and nothing else is due before the next hour
 * twin of: pool-saturated
 * libraries: org.quartz-scheduler:quartz:2.3.2 org.slf4j:slf4j-api:1.7.36 org.slf4j:slf4j-nop:1.7.36
 * seconds: 25
 */
import static org.quartz.JobBuilder.newJob;
import static org.quartz.TriggerBuilder.newTrigger;

import java.util.Date;
import java.util.Properties;
import org.quartz.Job;
import org.quartz.JobExecutionContext;
import org.quartz.Scheduler;
import org.quartz.impl.StdSchedulerFactory;

public class BenignQuartz {
  private static final long HOUR = 3_600_000;

  public static void main(String[] args) throws Exception {
    Properties settings = new Properties();
    settings.setProperty("org.quartz.threadPool.threadCount", "2");
    settings.setProperty("org.quartz.scheduler.skipUpdateCheck", "true");
    Scheduler scheduler = new StdSchedulerFactory(settings).getScheduler();
    scheduler.start();
    for (int i = 0; i < 2; i++) {
      scheduler.scheduleJob(newJob(Import.class).build(), newTrigger().startNow().build());
    }
    for (int i = 1; i <= 100; i++) {
      scheduler.scheduleJob(
          newJob(Import.class).build(),
          newTrigger().startAt(new Date(System.currentTimeMillis() + i * HOUR)).build());
    }
    Thread.sleep(22_000);
    Runtime.getRuntime().halt(0);
  }

  public static class Import implements Job {
    @Override
    public void execute(JobExecutionContext context) {
      try {
        Thread.sleep(60_000);
      } catch (InterruptedException stopped) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
