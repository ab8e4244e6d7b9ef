package dev.snarl.libraries;

/** The pool of Quartz. It has no queue: what is due stays in the store of jobs till it is free. */
final class Quartz {

  static final String TEXT =
      """
      library quartz Quartz
      jar quartz 2.3 2.5
      frames org.quartz.
      pool org.quartz.simpl.SimpleThreadPool threads=workers busy=busyWorkers
      built org/quartz/simpl/SimpleThreadPool <init> (
      stopping org/quartz/simpl/SimpleThreadPool shutdown (Z)
      """;

  private Quartz() {}
}
