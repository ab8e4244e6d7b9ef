package dev.snarl.heap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.snarl.heap.hprof.Unreadable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** Dumps that were cut or changed. */
public final class Damaged {
  /** How many are changed at random: more in {@code scripts/test --full}. */
  public static final int TIMES = Integer.getInteger("snarl.tests.damages", 2_000);

  private Damaged() {}

  /** Reads a dump. */
  public interface Reader<R> {
    R of(Path file) throws IOException, Unreadable;
  }

  /** What is read of these bytes; null where one line refuses them. Any other end is a failure. */
  public static <R> @Nullable R read(byte[] bytes, Path folder, String what, Reader<R> reader)
      throws IOException {
    Path file = folder.resolve("heap.hprof");
    Files.write(file, bytes);
    try {
      return reader.of(file);
    } catch (Unreadable e) {
      assertThat(e.getMessage()).as(what).isNotBlank().doesNotContain("\n");
      return null;
    } catch (RuntimeException | Error e) {
      return fail(what + " ended in " + e, e);
    }
  }

  /** Changes a few bytes somewhere. */
  public static void change(byte[] bytes, Random random) {
    int at = random.nextInt(bytes.length);
    switch (random.nextInt(4)) {
      case 0 -> bytes[at] = (byte) random.nextInt(256);
      case 1 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
      case 2 -> Arrays.fill(bytes, at, Math.min(bytes.length, at + 4), (byte) 0xff);
      default -> {
        int from = random.nextInt(bytes.length);
        int length = Math.min(8, bytes.length - Math.max(at, from));
        System.arraycopy(bytes, from, bytes, at, length);
      }
    }
  }
}
