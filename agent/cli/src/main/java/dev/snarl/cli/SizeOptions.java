package dev.snarl.cli;

import dev.snarl.sizing.PoolSizing;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of {@code size}. */
final class SizeOptions {
  @Option(
      names = "--jobs",
      paramLabel = "N",
      converter = Positive.Whole.class,
      description = "jobs that are there at once")
  @Nullable Positive jobs;

  @Option(
      names = "--deadline",
      paramLabel = "TIME",
      converter = Seconds.Reader.class,
      description = "time in which all jobs shall be done, such as 10m")
  @Nullable Seconds deadline;

  @Option(
      names = "--threads",
      paramLabel = "N",
      converter = Positive.Whole.class,
      description = "print what this many threads do: with --jobs, --rate or --what-if")
  @Nullable Positive threads;

  @Option(
      names = "--rate",
      paramLabel = "N",
      converter = Positive.Reader.class,
      description = "jobs that arrive in a second")
  @Nullable Positive rate;

  @Option(
      names = "--target",
      paramLabel = "TIME",
      converter = Seconds.Reader.class,
      description = "95 of 100 jobs shall not wait longer in the queue (default 100ms)")
  @Nullable Seconds target;

  @Option(
      names = "--service",
      paramLabel = "TIME",
      converter = Seconds.Reader.class,
      description = "time that a job holds a thread, on average, such as 0.30s")
  @Nullable Seconds service;

  @Option(
      names = "--cpu",
      paramLabel = "TIME",
      converter = Seconds.Reader.class,
      description = "of it, the time on a processor")
  @Nullable Seconds cpu;

  @Option(
      names = "--cores",
      paramLabel = "N",
      converter = Positive.Whole.class,
      description = "processors (default: those of this machine)")
  @Nullable Positive cores;

  @Option(
      names = "--variation",
      paramLabel = "N",
      converter = Positive.Reader.class,
      description = "standard deviation of the service time divided by its mean (default 1)")
  @Nullable Positive variation;

  @Option(
      names = "--task-bytes",
      paramLabel = "N",
      converter = Positive.Whole.class,
      description = "memory that a queued job holds")
  @Nullable Positive taskBytes;

  double targetSeconds() {
    return target == null ? PoolSizing.DEFAULT_TARGET_SECONDS : target.value();
  }
}
