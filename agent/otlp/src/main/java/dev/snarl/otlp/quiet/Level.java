package dev.snarl.otlp.quiet;

/** The only level at which protobuf-java logs. */
public final class Level {
  public static final Level WARNING = new Level();

  private Level() {}
}
