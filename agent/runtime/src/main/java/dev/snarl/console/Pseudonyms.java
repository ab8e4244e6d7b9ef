package dev.snarl.console;

import dev.snarl.libraries.KnownLibraries;
import dev.snarl.stacks.Frames;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Pseudonyms for texts in the form of a class, a site, a path or an address. A pseudonym is a short
 * hash of the name: the same everywhere and in every report, and no protection against guessing the
 * name. Names of the JDK and of well-known libraries stay, because they show what blocks.
 */
final class Pseudonyms {
  private static final Frames FRAMES = new Frames(List.of(), KnownLibraries.frames());

  /** Methods of the JDK and of libraries without their package. */
  private static final String SAID =
      "(?:Thread|Process|Object|Future|FutureTask|CompletableFuture|ForkJoinTask|ForkJoinPool"
          + "|Condition|LockSupport|ExecutorService|ThreadPoolExecutor|CountDownLatch|Semaphore"
          + "|System|Dispatchers|KafkaProducer|Mono|Flux|Timer|Executors|ProcessBuilder"
          + "|SocketInputStream|NioSocketImpl|SocketChannelImpl|FileInputStream|RandomAccessFile"
          + "|(?:Linked|Array)Blocking(?:Queue|Deque)|SynchronousQueue|Exchanger|Phaser|CyclicBarrier"
          + "|DefaultDispatcher)(?:[.#$][\\w-]+)*";

  private static final Pattern KEPT = Pattern.compile(SAID + "|main|other");

  private static final Pattern CODE =
      Pattern.compile(
          "(?<![\\w$./-])((?:[\\w$]+\\.)+)([\\w$<>]+)(?:\\(([\\w$]+)\\.(\\w+):(\\d+)\\))?");

  private static final Pattern ADDRESS =
      Pattern.compile(
          "\\b\\d{1,3}(?:\\.\\d{1,3}){3}(?::\\d+)?\\b|\\[[0-9a-fA-F:]{3,40}\\](?::\\d+)?");

  private static final Pattern PATH =
      Pattern.compile("(?<![\\w./])/(?!api/|proc/)[\\w.@%+-]+(?:/[\\w.@%+-]+)+");

  private Pseudonyms() {}

  /** Whether a name is no secret of the application. */
  static boolean isPublic(String name) {
    return FRAMES.known(name) || KEPT.matcher(name).matches();
  }

  /** The pseudonym of a name. */
  static String of(String kind, String name) {
    int hash = 0x811c9dc5;
    for (int i = 0; i < name.length(); i++) {
      hash = (hash ^ name.charAt(i)) * 0x01000193;
    }
    return kind + '-' + HexFormat.of().toHexDigits(hash ^ (hash >>> 15));
  }

  /** A text without the classes and sites in it. */
  static String forCode(String text) {
    return CODE.matcher(text).replaceAll(found -> Matcher.quoteReplacement(code(found)));
  }

  /** A text without the paths and network addresses in it. */
  static String forPlaces(String text) {
    String result = ADDRESS.matcher(text).replaceAll(found -> of("address", found.group()));
    return PATH.matcher(result).replaceAll(found -> of("path", found.group()));
  }

  private static String code(MatchResult found) {
    boolean site = found.group(3) != null;
    String type = found.group(1).substring(0, found.group(1).length() - 1);
    if (isPublic(found.group()) || (!site && !hasCapital(found.group()))) {
      return found.group();
    }
    String method = of("class", type) + '.' + of("method", type + '.' + found.group(2));
    return site
        ? method
            + '('
            + of("file", found.group(3))
            + '.'
            + found.group(4)
            + ':'
            + found.group(5)
            + ')'
        : method;
  }

  /** Distinguishes a class from a number or the end of a sentence. */
  private static boolean hasCapital(String text) {
    return text.chars().anyMatch(Character::isUpperCase);
  }
}
