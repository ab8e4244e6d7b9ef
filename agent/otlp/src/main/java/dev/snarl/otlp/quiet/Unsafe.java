package dev.snarl.otlp.quiet;

/** Holds no instance of itself, so that protobuf-java finds none and reads arrays instead. */
public final class Unsafe {
  private Unsafe() {}
}
