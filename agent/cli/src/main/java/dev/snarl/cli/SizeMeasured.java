package dev.snarl.cli;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.snarl.sizing.Batch;
import dev.snarl.sizing.PoolSizing;
import dev.snarl.sizing.WaitingLine;
import dev.snarl.sizing.Work;
import dev.snarl.text.Figures;
import org.jspecify.annotations.Nullable;

/** The answer of {@code size} for a JVM: what its agent measured, and the conclusion. */
final class SizeMeasured {
  private static final int MOST_THREADS = 100_000;

  private final SizeOptions options;

  SizeMeasured(SizeOptions options) {
    this.options = options;
  }

  void print(Here here, JsonObject answer, boolean json) throws Failure {
    JsonArray items = new JsonArray();
    for (JsonObject item : Json.items(answer, "items")) {
      Work work = work(item);
      if (work != null) {
        add(item, work);
        items.add(item);
      }
    }
    if (json) {
      answer.add("items", items);
      here.out().println(answer);
    } else if (items.isEmpty()) {
      here.say("no pool has done enough in the last ten seconds to be sized");
    } else {
      items.forEach(item -> show(here, item.getAsJsonObject()));
    }
  }

  /** Null for an answer in an unknown form. */
  private static @Nullable Work work(JsonObject item) {
    double rate = Json.number(item, "arrivalsPerSecond");
    double seconds = Json.number(item, "runSeconds");
    double variation = Json.number(item, "runVariation");
    double cpu = Json.number(item, "runCpuSeconds");
    return rate >= 0 && seconds >= 0 && variation >= 0 && cpu >= 0
        ? new Work(rate, seconds, variation, cpu)
        : null;
  }

  /** The requested values beyond the agent's own answer. */
  private void add(JsonObject item, Work work) throws Failure {
    int processors = (int) Math.max(1, Json.number(item, "processors"));
    Positive jobs = options.jobs;
    Positive threads = options.threads;
    if (options.target != null) {
      item.addProperty("targetWaitP95Seconds", options.targetSeconds());
      item.addProperty(
          "threadsForTarget",
          WaitingLine.smallest(work, PoolSizing.PART, options.targetSeconds(), MOST_THREADS));
    }
    if (threads != null) {
      item.addProperty("threadsGiven", threads.whole());
      item.addProperty("capacityWithThreadsGiven", work.capacity(threads.whole(), processors));
    }
    if (jobs != null) {
      Batch batch = new Batch(jobs.whole(), work.seconds(), work.cpuSeconds());
      int now = (int) Math.max(1, Json.number(item, "threads"));
      int with = threads == null ? now : threads.whole();
      item.addProperty("jobs", jobs.whole());
      item.addProperty("secondsForJobs", batch.secondsWith(with, processors));
      if (options.deadline != null) {
        item.addProperty("threadsForDeadline", batch.threadsFor(options.deadline.value()));
        item.addProperty("processorsForDeadline", batch.processorsFor(options.deadline.value()));
      }
    } else if (options.deadline != null) {
      throw Failure.usage("--deadline is for a number of jobs: give --jobs too");
    }
  }

  private void show(Here here, JsonObject item) {
    here.say(
        "%s: %s, %s completed a second, 95 of 100 wait %s"
            .formatted(
                Json.text(item, "pool"),
                Figures.plural((long) Json.number(item, "threads"), "thread"),
                Figures.number(Json.number(item, "completionsPerSecond")),
                wait(Json.number(item, "queueWaitP95Seconds"))));
    here.say("  " + Json.text(item, "advice"));
    double growth = Json.number(item, "queueGrowthPerSecond");
    double bytes = Json.number(item, "queueGrowthBytesPerSecond");
    if (growth > 0) {
      here.say(
          "  its queue grows by %s tasks a second%s"
              .formatted(
                  Figures.number(growth),
                  bytes > 0 ? ", " + Figures.bytes(bytes) + " a second" : ""));
    }
    double held = Json.number(item, "queueBytes");
    if (held > 0) {
      here.say(
          "  its queue holds %s tasks, about %s"
              .formatted(Figures.number(Json.number(item, "queued")), Figures.bytes(held)));
    }
    asked(here, item);
  }

  private void asked(Here here, JsonObject item) {
    if (options.target != null) {
      here.say(
          "  %s keep 95 of 100 waits under %s"
              .formatted(
                  Figures.plural((long) Json.number(item, "threadsForTarget"), "thread"),
                  Figures.time(options.targetSeconds())));
    }
    if (options.threads != null) {
      here.say(
          "  %s do at most %s/s"
              .formatted(
                  Figures.plural(options.threads.whole(), "thread"),
                  Figures.number(Json.number(item, "capacityWithThreadsGiven"))));
    }
    if (options.jobs != null) {
      here.say(
          "  %s take %s"
              .formatted(
                  Figures.plural(options.jobs.whole(), "job"),
                  Figures.time(Json.number(item, "secondsForJobs"))));
    }
    if (options.jobs != null && options.deadline != null) {
      here.say(
          "  in %s with %s and %s"
              .formatted(
                  Figures.time(options.deadline.value()),
                  Figures.plural((long) Json.number(item, "threadsForDeadline"), "thread"),
                  Figures.plural((long) Json.number(item, "processorsForDeadline"), "processor")));
    }
  }

  private static String wait(double seconds) {
    return Double.isNaN(seconds) ? "an unknown time" : "up to " + Figures.time(seconds);
  }
}
