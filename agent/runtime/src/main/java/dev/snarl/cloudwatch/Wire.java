package dev.snarl.cloudwatch;

import java.io.IOException;
import java.util.List;

/** Carries lines of EMF. */
interface Wire extends AutoCloseable {

  /** Writes each line whole, with its line break, or fails. */
  void write(List<byte[]> lines) throws IOException;

  @Override
  default void close() {}
}
