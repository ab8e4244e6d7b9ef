package dev.snarl.snapshot;

/** The JVM's heap, collections, metaspace, classes and compiler at one moment. */
public record Memory() {
  /** Nothing was read. */
  public static final Memory NONE = new Memory();
}
