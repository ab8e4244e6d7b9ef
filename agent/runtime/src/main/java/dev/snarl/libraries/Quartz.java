package dev.snarl.libraries;

/** The pool of Quartz, read with its scheduler: what is due stays in the store till it is free. */
final class Quartz {

  static final String TEXT =
      """
      library quartz Quartz
      jar quartz 2.3 2.5
      frames org.quartz.
      pool org.quartz.simpl.SimpleThreadPool threads=workers busy=busyWorkers
      built org/quartz/core/QuartzScheduler <init> (
      stopping org/quartz/core/QuartzScheduler shutdown (Z)
      """;

  private Quartz() {}
}
