package dev.snarl.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.snarl.snapshot.Host.Unread;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UnreadOutputTest {
  private static final long SECOND = 1_000_000_000L;
  private static final String SELF = "PPid:\t1\nPid:\t100\nUid:\t0\n";

  private final UnreadOutput output = new UnreadOutput();
  private FakeRoot files;

  @BeforeEach
  void aShellWithTwoChildren(@TempDir Path folder) {
    files = new FakeRoot(folder);
    files
        .file("/proc/self/status", SELF)
        .link("/proc/self/fd/5", "pipe:[7]")
        .link("/proc/self/fd/6", "pipe:[8]");
    status(200, 100, 1);
    status(201, 200, 1);
    status(300, 1, 1);
    file(200, "wchan", "do_wait");
    file(201, "wchan", "anon_pipe_write");
    file(300, "wchan", "pipe_write");
    files.link("/proc/300/fd/1", "pipe:[7]");
  }

  private void file(int pid, String name, String text) {
    files.file("/proc/" + pid + '/' + name, text);
  }

  private void status(int pid, int parent, int switches) {
    file(
        pid,
        "status",
        "Name:\thead\nState:\tS (sleeping)\nPid:\t%d\nPPid:\t%d\nUid:\t0\nThreads:\t1\n"
                .formatted(pid, parent)
            + "voluntary_ctxt_switches:\t%d\nnonvoluntary_ctxt_switches:\t4\n".formatted(switches));
  }

  private List<Unread> look(long seconds) {
    Root root = files.root();
    Budget budget = new Budget(10 * SECOND);
    return output.look(
        root, Descriptors.read(root, budget), ProcessTable.read(root, budget), seconds * SECOND);
  }

  @Test
  void aDescendantThatHasNotRunSinceTheLookBeforeCannotGoOn() {
    files.link("/proc/201/fd/1", "pipe:[7]");
    assertThat(look(10)).isEmpty();
    assertThat(look(20)).containsExactly(new Unread(201, "head", 10 * SECOND));
    assertThat(look(30)).containsExactly(new Unread(201, "head", 20 * SECOND));
  }

  @Test
  void oneThatHasRunMeanwhileIsReadSlowly() {
    files.link("/proc/201/fd/1", "pipe:[7]");
    look(10);
    status(201, 200, 2);
    assertThat(look(20)).isEmpty();
    file(201, "wchan", "0");
    look(30);
    file(201, "wchan", "pipe_write");
    assertThat(look(40)).isEmpty();
    assertThat(look(50)).containsExactly(new Unread(201, "head", 10 * SECOND));
  }

  @Test
  void whatWritesElsewhereIsNotUnread() {
    files.link("/proc/201/fd/1", "pipe:[9]");
    look(10);
    assertThat(look(20)).isEmpty();
    files.link("/proc/201/fd/2", "pipe:[8]");
    look(30);
    assertThat(look(40)).hasSize(1);
  }
}
