package dev.snarl.cli;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.lang.ProcessBuilder.Redirect;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The terminal of a command, taken over for a live view: keys arrive at once and without echo, and
 * the view uses the alternate screen. Both are restored on closing or when the JVM is terminated.
 * {@code stty} changes the settings, and sequences that every terminal but a dumb one understands
 * change the screen. One thread.
 */
final class Tty implements AutoCloseable {
  /** No key was pressed within a fifth of a second. */
  static final int NO_KEY = -1;

  /** The terminal has been closed. */
  static final int HUNG_UP = -2;

  private static final String ENTER = "\u001b[?1049h\u001b[?25l\u001b[?7l";
  private static final String LEAVE = "\u001b[0m\u001b[?7h\u001b[?25h\u001b[?1049l";
  private static final long AT_ONCE_NANOS = 20_000_000;
  private static final int MOST_AT_ONCE = 20;

  private final PrintStream out;
  private final String before;
  private final InputStream keys = new FileInputStream(FileDescriptor.in);
  private final Thread atEnd = new Thread(this::restore, "snarl-terminal");
  private final AtomicBoolean restored = new AtomicBoolean();
  private final AtomicBoolean resized = new AtomicBoolean();
  private int atOnce;

  /** Columns and rows. */
  record Size(int columns, int rows) {
    static final Size USUAL = new Size(80, 24);
  }

  private Tty(PrintStream out, String before) {
    this.out = out;
    this.before = before;
  }

  /** Takes it over; null unless input and output are a terminal that supports drawing. */
  static @Nullable Tty open(PrintStream out, @Nullable String terminal) {
    if (terminal == null || terminal.isEmpty() || terminal.equals("dumb") || !here()) {
      return null;
    }
    String before = stty("-g");
    if (before == null || stty("-icanon", "-echo", "-isig", "min", "0", "time", "2") == null) {
      return null;
    }
    Tty tty = new Tty(out, before);
    Runtime.getRuntime().addShutdownHook(tty.atEnd);
    tty.hearResizes();
    out.print(ENTER);
    out.flush();
    return tty;
  }

  /** Whether standard input and output are both a terminal. */
  static boolean here() {
    try {
      return new ProcessBuilder("sh", "-c", "test -t 0 && test -t 1").inheritIO().start().waitFor()
          == 0;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  Size size() {
    String said = stty("size");
    String[] numbers = said == null ? new String[0] : said.split(" ", 2);
    try {
      int rows = Integer.parseInt(numbers[0]);
      int columns = Integer.parseInt(numbers[1]);
      return rows > 0 && columns > 0 ? new Size(columns, rows) : Size.USUAL;
    } catch (NumberFormatException | ArrayIndexOutOfBoundsException unknown) {
      return Size.USUAL;
    }
  }

  /** Whether the size changed since the last call. */
  boolean resized() {
    return resized.getAndSet(false);
  }

  /** The next key, or {@link #NO_KEY} after a moment, or {@link #HUNG_UP}. */
  int key() throws IOException {
    long began = System.nanoTime();
    int key = keys.read();
    atOnce = key < 0 && System.nanoTime() - began < AT_ONCE_NANOS ? atOnce + 1 : 0;
    return key >= 0 ? key : atOnce > MOST_AT_ONCE ? HUNG_UP : NO_KEY;
  }

  /** Replaces the content. No more lines than there are rows. */
  void draw(List<String> lines) {
    StringBuilder screen = new StringBuilder("\u001b[H");
    for (int i = 0; i < lines.size(); i++) {
      screen.append(i == 0 ? "" : "\r\n").append(lines.get(i)).append("\u001b[K");
    }
    out.print(screen.append("\u001b[J"));
    out.flush();
  }

  @Override
  public void close() {
    restore();
    try {
      Runtime.getRuntime().removeShutdownHook(atEnd);
    } catch (IllegalStateException ending) {
      // The hook has run, or is about to and finds nothing to do.
    }
  }

  private void restore() {
    if (!restored.getAndSet(true)) {
      out.print(LEAVE);
      out.flush();
      stty(before);
    }
  }

  /** By reflection: javac warns of each use of this class, and it has no successor. */
  private void hearResizes() {
    try {
      Class<?> signal = Class.forName("sun.misc.Signal");
      Class<?> handler = Class.forName("sun.misc.SignalHandler");
      Object resize =
          Proxy.newProxyInstance(
              Tty.class.getClassLoader(),
              new Class<?>[] {handler},
              (proxy, method, arguments) -> {
                resized.set(true);
                return null;
              });
      signal
          .getMethod("handle", signal, handler)
          .invoke(null, signal.getConstructor(String.class).newInstance("WINCH"), resize);
    } catch (ReflectiveOperationException | IllegalArgumentException unavailable) {
      resized.set(false); // The next frame reads the new size anyway.
    }
  }

  /** Its output; null if it failed. */
  private static @Nullable String stty(String... arguments) {
    List<String> command = new ArrayList<>(List.of("stty"));
    command.addAll(List.of(arguments));
    try {
      Process stty =
          new ProcessBuilder(command)
              .redirectInput(Redirect.INHERIT)
              .redirectError(Redirect.DISCARD)
              .start();
      String said = new String(stty.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
      return stty.waitFor(5, TimeUnit.SECONDS) && stty.exitValue() == 0 ? said.strip() : null;
    } catch (IOException e) {
      return null;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return null;
    }
  }
}
