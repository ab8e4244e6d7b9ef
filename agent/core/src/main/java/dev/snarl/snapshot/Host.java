package dev.snarl.snapshot;

/** The process and the machine at one moment: limits, processors, sockets, connection pools. */
public record Host() {
  /** Nothing was read. */
  public static final Host NONE = new Host();
}
