package dev.snarl.tests.programs;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Classes that differ from {@link Site000000} in their names alone. A loader has one of them and is
 * dropped with it.
 */
final class CallSites extends ClassLoader {
  private static final byte[] TEMPLATE = template();
  private static final String NAME = Site000000.class.getName();

  private CallSites() {
    super(CallSites.class.getClassLoader());
  }

  /** Six digits tell a million apart; after them the names come again, in loaders of their own. */
  static Runnable site(long number) throws ReflectiveOperationException {
    String six = "%06d".formatted(number % 1_000_000);
    byte[] digits = six.getBytes(StandardCharsets.US_ASCII);
    byte[] bytes = TEMPLATE.clone();
    byte[] zeros = "Site000000".getBytes(StandardCharsets.US_ASCII);
    for (int i = 0; i <= bytes.length - zeros.length; i++) {
      if (Arrays.equals(bytes, i, i + zeros.length, zeros, 0, zeros.length)) {
        System.arraycopy(digits, 0, bytes, i + 4, digits.length);
      }
    }
    String name = NAME.replace("000000", six);
    return (Runnable)
        new CallSites()
            .defineClass(name, bytes, 0, bytes.length)
            .getDeclaredConstructor()
            .newInstance();
  }

  private static byte[] template() {
    try (InputStream in = CallSites.class.getResourceAsStream("Site000000.class")) {
      if (in == null) {
        throw new IllegalStateException("no template");
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
