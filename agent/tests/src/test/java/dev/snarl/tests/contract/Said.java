package dev.snarl.tests.contract;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.zip.CRC32;

/** How things are said so that two runs of the same JVM say the same. */
final class Said {
  private Said() {}

  /** Without what differs from run to run: identity hashes, numbers of lambda classes. */
  static String plain(String text) {
    return text.replaceAll("\\$\\$Lambda[/$.0-9a-fx]*", "\\$\\$Lambda")
        .replaceAll("@[0-9a-f]{1,8}\\b", "@#")
        .replaceAll("/0x[0-9a-f]{6,16}", "/#")
        .replace("\r", "")
        .replace("\n", " | ");
  }

  /** Class, message and every frame, of the causes and the suppressed ones too. */
  static String trace(Throwable thrown) {
    StringBuilder all = new StringBuilder(thrown.toString());
    for (StackTraceElement frame : thrown.getStackTrace()) {
      all.append(" < ").append(frame(frame));
    }
    for (Throwable suppressed : thrown.getSuppressed()) {
      all.append(" SUPPRESSED ").append(trace(suppressed));
    }
    if (thrown.getCause() != null && thrown.getCause() != thrown) {
      all.append(" CAUSED BY ").append(trace(thrown.getCause()));
    }
    return all.toString();
  }

  static String frame(StackTraceElement frame) {
    return frame.getClassName() + '.' + frame.getMethodName() + ':' + frame.getLineNumber();
  }

  /** What a call throws, in short: the classes of it and of its causes. */
  static String failure(Callable<?> call) {
    try {
      return "returned " + call.call();
    } catch (Throwable thrown) {
      return chain(thrown);
    }
  }

  static String chain(Throwable thrown) {
    List<String> classes = new ArrayList<>();
    for (Throwable t = thrown; t != null && classes.size() < 9; t = t.getCause()) {
      classes.add(
          t.getClass().getSimpleName()
              + (t.getMessage() == null ? "" : "(" + t.getMessage() + ")"));
    }
    return String.join(" by ", classes);
  }

  /** A short name of many lines: how many, and their checksum. */
  static String digest(List<String> lines) {
    CRC32 sum = new CRC32();
    sum.update(lines.stream().collect(Collectors.joining("\n")).getBytes(StandardCharsets.UTF_8));
    return lines.size() + " lines, checksum " + Long.toHexString(sum.getValue());
  }
}
