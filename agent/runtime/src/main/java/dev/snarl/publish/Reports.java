package dev.snarl.publish;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.snarl.console.Redaction;
import dev.snarl.console.Report;
import dev.snarl.sizing.WhatIf.Asked;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/** Reports of the latest view: for HTTP, and into a file when the JVM exits. */
public final class Reports {
  private static final String CHAINS = "chains?seconds=";
  private static final String WHAT_IF = "what-if?pool=";

  /** A JVM that exits waits for its report. */
  private static final long SIMULATING = TimeUnit.MILLISECONDS.toNanos(500);

  private Reports() {}

  /** Null before the first snapshot. */
  static @Nullable Report of(Board board, boolean redacted) {
    View view = board.view();
    if (view == null) {
      return null;
    }
    JsonObject answers = new JsonObject();
    for (String part : Report.PARTS) {
      answers.add(part, JsonParser.parseString(answer(board, view, part)));
    }
    addWhatIf(board, view, answers);
    return Report.of(redacted ? Redaction.of(answers) : answers);
  }

  private static String answer(Board board, View view, String part) {
    Api api = Api.at("/api/" + part);
    if (api != null) {
      return api.render(view);
    }
    if (!part.startsWith(CHAINS)) {
      return Api.object(view, json -> board.hour().write(json, 0));
    }
    long seconds = Long.parseLong(part.substring(CHAINS.length()));
    return Api.object(view, ChainsJson.of(board.chains(), seconds)::write);
  }

  /** Other sizes of each pool that has a row in {@code sizing}, the busiest pools first. */
  private static void addWhatIf(Board board, View view, JsonObject answers) {
    WhatIfJson whatIf = new WhatIfJson(view, board.traces());
    long deadline = System.nanoTime() + SIMULATING;
    StreamSupport.stream(
            answers.getAsJsonObject("sizing").getAsJsonArray("items").spliterator(), false)
        .map(JsonElement::getAsJsonObject)
        .sorted(Comparator.comparing(Reports::arrivals).reversed())
        .mapToLong(row -> row.get("id").getAsLong())
        .takeWhile(pool -> System.nanoTime() < deadline)
        .forEach(
            pool ->
                answers.add(
                    WHAT_IF + pool,
                    JsonParser.parseString(
                        Api.object(view, json -> whatIf.write(json, pool, Asked.NOTHING)))));
  }

  /** Of a row of {@code sizing}; 0 where too little is known. */
  private static double arrivals(JsonObject row) {
    JsonElement rate = row.get("arrivalsPerSecond");
    return rate == null || rate.isJsonNull() ? 0 : rate.getAsDouble();
  }

  /**
   * Writes a report. The file is created for its owner only. An existing one is removed; a symbolic
   * link is not followed.
   *
   * @return whether there was something to report
   */
  public static boolean write(Board board, Path file) throws IOException {
    Report report = of(board, false);
    if (report == null) {
      return false;
    }
    write(report.html(), file);
    return true;
  }

  private static void write(String html, Path file) throws IOException {
    if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)
        && !Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      throw new IOException("it is no regular file");
    }
    Files.deleteIfExists(file);
    boolean posix = file.getFileSystem().supportedFileAttributeViews().contains("posix");
    FileAttribute<?>[] owner =
        posix
            ? new FileAttribute<?>[] {
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
            }
            : new FileAttribute<?>[0];
    ByteBuffer bytes = ByteBuffer.wrap(html.getBytes(StandardCharsets.UTF_8));
    try (FileChannel channel =
        FileChannel.open(
            file, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), owner)) {
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
    }
  }
}
