package dev.snarl.threads;

import dev.snarl.text.Gzip;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Files that are mistaken for thread dumps, recognised by their first bytes. */
final class Kinds {
  /** Where the headers of tar have their word. */
  private static final int TAR = 257;

  private Kinds() {}

  /** The kind of a file that cannot be read as text; null if it may be text. */
  static @Nullable String refused(byte[] first, Charset charset) {
    if (begins(first, "JAVA PROFILE")) {
      return "a heap dump: java -jar snarl.jar heap reads it";
    }
    if (begins(first, "FLR\0")) {
      return "a recording of the flight recorder: java -jar snarl.jar jfr reads it";
    }
    if (begins(first, "\u007fELF")) {
      return "a core file: take the dump from the running JVM";
    }
    if (begins(first, "PK\u0003") || Gzip.begins(first)) {
      return "an archive: unpack it first";
    }
    if (first.length > TAR && begins(Arrays.copyOfRange(first, TAR, first.length), "ustar")) {
      return "an archive of tar: unpack it first";
    }
    if (begins(first, "0SECTION") || begins(first, "NULL  ")) {
      return "a javacore of OpenJ9; HotSpot's dumps are read";
    }
    if (charset.equals(StandardCharsets.UTF_8) && binary(first)) {
      return "binary data";
    }
    return null;
  }

  private static boolean begins(byte[] bytes, String text) {
    byte[] begin = text.getBytes(StandardCharsets.ISO_8859_1);
    if (bytes.length < begin.length) {
      return false;
    }
    for (int i = 0; i < begin.length; i++) {
      if (bytes[i] != begin[i]) {
        return false;
      }
    }
    return true;
  }

  private static boolean binary(byte[] bytes) {
    int odd = 0;
    for (byte each : bytes) {
      odd += each == 0 || (each > 0 && each < 7) ? 1 : 0;
    }
    return odd > bytes.length / 20;
  }
}
