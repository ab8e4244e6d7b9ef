/*
 * claim: two long imports hold both threads of a Quartz scheduler, and the reminders, each due a second after the other, stay in its store
 * expect: pool-saturated warning at POOL
 * libraries: org.quartz-scheduler:quartz:2.5.0 org.slf4j:slf4j-api:2.0.17 org.slf4j:slf4j-nop:2.0.17
 * seconds: 25
 */
import static org.quartz.JobBuilder.newJob;
import static org.quartz.SimpleScheduleBuilder.simpleSchedule;
import static org.quartz.TriggerBuilder.newTrigger;

import java.util.Properties;
import org.quartz.Job;
import org.quartz.JobExecutionContext;
import org.quartz.Scheduler;
import org.quartz.impl.StdSchedulerFactory;

public class SaturatedQuartz {

  public static void main(String[] args) throws Exception {
    Properties settings = new Properties();
    settings.setProperty("org.quartz.threadPool.threadCount", "2");
    settings.setProperty("org.quartz.scheduler.skipUpdateCheck", "true");
    Scheduler scheduler = new StdSchedulerFactory(settings).getScheduler(); // <POOL>
    scheduler.start();
    for (int i = 0; i < 2; i++) {
      scheduler.scheduleJob(newJob(Import.class).build(), newTrigger().startNow().build());
    }
    Thread.sleep(1_000);
    scheduler.scheduleJob(
        newJob(Reminder.class).build(),
        newTrigger().withSchedule(simpleSchedule().withIntervalInSeconds(1).repeatForever()).build());
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

  public static class Reminder implements Job {
    @Override
    public void execute(JobExecutionContext context) {}
  }
}
