package dev.snarl.junit;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The file that the agent appends its findings to. What has not grown is not read. */
final class FindingsFile {
  private final Path file;
  private long read;

  FindingsFile(Path file) {
    this.file = file;
  }

  /** The whole lines since the last call. */
  synchronized List<String> news() throws IOException {
    if (Files.size(file) <= read) {
      return List.of();
    }
    try (FileChannel channel = FileChannel.open(file)) {
      ByteBuffer bytes = ByteBuffer.allocate((int) (channel.size() - read));
      while (bytes.hasRemaining() && channel.read(bytes, read + bytes.position()) >= 0) {
        // The next part.
      }
      byte[] all = bytes.array();
      int whole = bytes.position();
      while (whole > 0 && all[whole - 1] != '\n') {
        whole--;
      }
      read += whole;
      String text = new String(all, 0, whole, StandardCharsets.UTF_8);
      return new ArrayList<>(text.lines().filter(line -> !line.isBlank()).toList());
    }
  }
}
