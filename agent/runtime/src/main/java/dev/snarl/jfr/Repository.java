package dev.snarl.jfr;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import jdk.jfr.FlightRecorder;

/**
 * The folder of the flight recorder's files. The JVM removes the files with the last recording, but
 * the folder only when the JVM itself ends, possibly long after a detach. It creates a new folder
 * when it needs one.
 */
final class Repository {
  private Repository() {}

  /** Removes it if no recording is left and it is empty. */
  static void removeIfUnused() {
    if (!FlightRecorder.isInitialized()
        || !FlightRecorder.getFlightRecorder().getRecordings().isEmpty()) {
      return;
    }
    try {
      Path folder = Path.of(System.getProperty("java.io.tmpdir", ""));
      String ours = "????_??_??_??_??_??_" + ProcessHandle.current().pid();
      try (DirectoryStream<Path> found = Files.newDirectoryStream(folder, ours)) {
        for (Path repository : found) {
          Files.deleteIfExists(repository); // fails on one that is not empty
        }
      }
    } catch (IOException | InvalidPathException e) {
      // It stays until the JVM ends.
    }
  }
}
