package dev.snarl.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.snarl.text.Say;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class FirstFindingTest {
  @Test
  void nobodySeesTheRehearsal() {
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    Say.on(new PrintStream(said, true, StandardCharsets.UTF_8));
    try {
      FirstFinding.rehearse();
      FirstFinding.rehearse();
    } finally {
      Say.on(System.err);
    }
    assertThat(said.toString(StandardCharsets.UTF_8)).isEmpty();
  }

  @Test
  void itTakesLessThanTheRoomThatItAsksFor() {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    FirstFinding.rehearse();
    long taken = threads.getCurrentThreadAllocatedBytes() - before;
    assertThat(taken).isBetween(1L, FirstFinding.ROOM / 2);
    assertThat(FirstFinding.hasRoom()).isTrue();
  }
}
