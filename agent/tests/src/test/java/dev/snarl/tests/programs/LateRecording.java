package dev.snarl.tests.programs;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.locks.LockSupport;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/**
 * Fights for a monitor and parks, and once its standard input ends, records its fights of 50 ms and
 * more for two seconds. Prints which events the recording holds, without its first 300 ms, and the
 * shortest.
 */
public final class LateRecording {
  private static final Object LOCK = new Object();

  private LateRecording() {}

  public static void main(String[] args) throws Exception {
    start(LateRecording::hold);
    start(LateRecording::fight);
    Hello.awaitEnd();
    Path file = Files.createTempFile("late", ".jfr");
    Instant from;
    try (Recording recording = new Recording()) {
      recording.enable("jdk.JavaMonitorEnter").withThreshold(Duration.ofMillis(50));
      recording.start();
      from = Instant.now().plusMillis(300);
      pause(2_000);
      recording.stop();
      recording.dump(file);
    }
    Set<String> types = new TreeSet<>();
    long shortest = Long.MAX_VALUE;
    for (RecordedEvent event : RecordingFile.readAllEvents(file)) {
      if (event.getStartTime().isAfter(from)) {
        types.add(event.getEventType().getName());
        shortest = Math.min(shortest, event.getDuration().toMillis());
      }
    }
    Files.delete(file);
    System.out.println("holds " + types);
    System.out.println(shortest >= 50 ? "no shorter ones" : "one of " + shortest + " ms");
    System.out.println("recorded");
    pause(20_000);
  }

  private static void start(Runnable work) {
    Thread thread = new Thread(work);
    thread.setDaemon(true);
    thread.start();
  }

  private static void hold() {
    for (int i = 0; ; i++) {
      synchronized (LOCK) {
        pause(i % 2 == 0 ? 70 : 30);
      }
      pause(5);
    }
  }

  private static void fight() {
    while (true) {
      synchronized (LOCK) {
        pause(1);
      }
      pause(1);
    }
  }

  private static void pause(int millis) {
    LockSupport.parkNanos(millis * 1_000_000L);
  }
}
