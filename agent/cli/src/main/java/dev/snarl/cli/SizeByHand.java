package dev.snarl.cli;

import com.google.gson.JsonObject;
import dev.snarl.sizing.Batch;
import dev.snarl.sizing.PoolSizing;
import dev.snarl.sizing.WaitingLine;
import dev.snarl.sizing.Work;
import dev.snarl.text.Figures;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The answer of {@code size} without a JVM: the same model with the given numbers. */
final class SizeByHand {
  private static final int MOST_THREADS = 1_000_000;

  private final SizeOptions options;
  private final List<String> lines = new ArrayList<>();
  private final JsonObject object = new JsonObject();

  SizeByHand(SizeOptions options) {
    this.options = options;
  }

  void print(Here here, boolean json) throws Failure {
    Work work = work();
    Positive jobs = options.jobs;
    if (jobs != null && options.rate == null) {
      batch(new Batch(jobs.whole(), work.seconds(), work.cpuSeconds()));
    } else if (jobs == null && options.deadline != null) {
      throw Failure.usage("--deadline is for a number of jobs: give --jobs too");
    } else if (options.rate != null && options.deadline != null) {
      throw Failure.usage("give --deadline for jobs that are there at once, or --rate, not both");
    } else {
      stream(work);
    }
    if (json) {
      here.out().println(object);
    } else {
      lines.forEach(here::say);
    }
  }

  private Work work() throws Failure {
    Seconds service = options.service;
    if (service == null) {
      throw Failure.usage(
          "size needs a target (PID or URL), or --service TIME with --jobs N --deadline TIME or with"
              + " --rate N");
    }
    if (options.jobs == null && options.rate == null) {
      throw Failure.usage("--service needs --jobs N with --deadline TIME, or --rate N");
    }
    Seconds cpu = options.cpu;
    if (cpu != null && cpu.value() > service.value()) {
      throw Failure.usage("--cpu is a part of --service and cannot be more");
    }
    Positive rate = options.rate;
    Positive variation = options.variation;
    double relative = variation == null ? 1 : variation.value();
    return new Work(
        rate == null ? 0 : rate.value(),
        service.value(),
        relative * relative,
        cpu == null ? 0 : cpu.value());
  }

  private int cores() {
    Positive cores = options.cores;
    return cores == null ? Runtime.getRuntime().availableProcessors() : cores.whole();
  }

  private void batch(Batch batch) throws Failure {
    Seconds deadline = options.deadline;
    Positive given = options.threads;
    if ((deadline == null) == (given == null)) {
      throw Failure.usage("--jobs needs either --deadline TIME or --threads N");
    }
    int threads = given == null ? threads(batch, deadline) : given.whole();
    double seconds = batch.secondsWith(threads, cores());
    double perSecond = batch.jobs() / seconds;
    lines.add(
        "%s at %s/s and %s each: %s, %s"
            .formatted(
                Figures.plural(batch.jobs(), "job"),
                Figures.number(perSecond),
                Figures.time(batch.seconds()),
                Figures.plural(threads, "thread"),
                span(seconds)));
    object.addProperty("threads", threads);
    object.addProperty("seconds", seconds);
    object.addProperty("perSecond", perSecond);
    boolean byCpu = batch.cpuSeconds() / cores() > batch.seconds() / threads;
    limit(byCpu, batch, deadline);
    queue((double) Math.max(0, batch.jobs() - threads));
  }

  private static int threads(Batch batch, @Nullable Seconds deadline) throws Failure {
    int threads = batch.threadsFor(deadline == null ? 1 : deadline.value());
    if (threads > MOST_THREADS) {
      throw Failure.usage(
          "that needs more than 1,000,000 threads; give a later --deadline or fewer --jobs");
    }
    return threads;
  }

  private void limit(boolean byCpu, Batch batch, @Nullable Seconds deadline) {
    object.addProperty("limitedBy", byCpu ? "cpu" : "threads");
    if (batch.cpuSeconds() <= 0) {
      lines.add("whether the processors can do that is not known: give --cpu TIME");
      return;
    }
    if (!byCpu) {
      lines.add("the processors can do that: " + cores() + " are enough");
      return;
    }
    String enough = "";
    if (deadline != null) {
      int processors = batch.processorsFor(deadline.value());
      object.addProperty("processorsForDeadline", processors);
      enough = "; in time it needs " + Figures.plural(processors, "processor");
    }
    lines.add(
        "the processors are the limit: %s give at most %s/s%s"
            .formatted(cores(), Figures.number(cores() / batch.cpuSeconds()), enough));
  }

  private void stream(Work work) throws Failure {
    int cores = cores();
    Positive given = options.threads;
    if (work.busyThreads() > MOST_THREADS) {
      throw Failure.usage("that needs more than 1,000,000 threads; give a smaller --rate");
    }
    double target = options.targetSeconds();
    int threads =
        given == null
            ? WaitingLine.smallest(work, PoolSizing.PART, target, MOST_THREADS)
            : given.whole();
    if (threads > MOST_THREADS) {
      throw Failure.usage("--threads takes at most 1,000,000");
    }
    WaitingLine line = WaitingLine.before(threads, work);
    lines.add(
        "%s/s at %s each keep %s threads busy: %s"
            .formatted(
                Figures.number(work.perSecond()),
                Figures.time(work.seconds()),
                Figures.number(work.busyThreads()),
                Figures.plural(threads, "thread")));
    object.addProperty("threads", threads);
    double capacity = work.capacity(threads, cores);
    object.addProperty("capacityPerSecond", capacity);
    boolean byCpu = work.busyProcessors() >= cores;
    boolean grows = work.perSecond() >= capacity;
    object.addProperty("limitedBy", byCpu ? "cpu" : grows ? "threads" : "nothing");
    if (grows) {
      lines.add(
          "they do at most %s/s%s: the queue grows by %s a second"
              .formatted(
                  Figures.number(capacity),
                  byCpu ? ", the processors are the limit" : "",
                  Figures.number(work.perSecond() - capacity)));
      queue(work.perSecond() - capacity);
    } else {
      double wait = line.waitSeconds(PoolSizing.PART);
      lines.add(
          "95 of 100 wait less than %s, on average %s are in the queue"
              .formatted(Figures.time(wait), Figures.number(line.meanLength())));
      object.addProperty("waitP95Seconds", wait);
      object.addProperty("meanQueued", line.meanLength());
      queue(line.meanLength());
    }
    jobsAtRate(work, Math.min(work.perSecond(), capacity));
  }

  private void jobsAtRate(Work work, double perSecond) {
    Positive jobs = options.jobs;
    if (jobs != null) {
      double seconds = jobs.value() / perSecond + work.seconds();
      object.addProperty("seconds", seconds);
      lines.add(Figures.plural(jobs.whole(), "job") + " are done after " + span(seconds));
    }
  }

  private void queue(double tasks) {
    Positive bytes = options.taskBytes;
    object.addProperty("queued", tasks);
    if (bytes != null && tasks > 0) {
      object.addProperty("queueBytes", tasks * bytes.value());
      lines.add(
          "%s queued jobs of %s hold %s"
              .formatted(
                  Figures.number(tasks),
                  Figures.bytes(bytes.value()),
                  Figures.bytes(tasks * bytes.value())));
    }
  }

  private static String span(double seconds) {
    return seconds >= 7_200 ? Figures.number(seconds / 3_600) + " h" : Figures.time(seconds);
  }
}
