package dev.snarl.threads;

import dev.snarl.text.BoundedLines;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads dumps as HotSpot writes them (jstack, {@code jcmd Thread.print}, {@code kill -3} into a
 * log), Java 7 to 25, and the plain form of {@code Thread.dump_to_file}. Any number of them in one
 * text, with other output in between. One pass; linear.
 */
final class TextDumps {
  private static final String BEGIN = "Full thread dump ";
  private static final Pattern TIME =
      Pattern.compile("(\\d{4}-\\d\\d-\\d\\d)[ T](\\d\\d:\\d\\d:\\d\\d)$");
  private static final Pattern INSTANT =
      Pattern.compile("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(?:\\.\\d{1,9})?Z");
  private static final Pattern STATE =
      Pattern.compile("\\s*java\\.lang\\.Thread\\.State: ([A-Z_]+).*");
  private static final Pattern MOUNTED =
      Pattern.compile("\\s*Mounted virtual thread #(\\d{1,18}).*");
  private static final Pattern HELD_BY = Pattern.compile("\\s+which is held by \"(.*)\",?");
  private static final Pattern WANTED =
      Pattern.compile("\\s+waiting (?:for ownable synchronizer|to lock monitor).*?(0x[0-9a-f]+).*");
  private static final Pattern OBJECT = Pattern.compile("\\(object (0x[0-9a-f]+),");
  private static final Pattern OTHERS_ERROR =
      Pattern.compile("(?:Caused by: |.*\\b)[\\w$.]{0,300}(?:Exception|Error|Throwable)\\b.*");

  private enum Part {
    /** Before the first thread of a dump. */
    NOTHING,
    THREADS,
    /** The JVM's own report of deadlocks, which repeats stacks. */
    DEADLOCKS
  }

  private final Intake intake;
  private final String source;
  private final List<ThreadDump> dumps = new ArrayList<>();

  private LogPrefix prefix = LogPrefix.of("");
  private Part part = Part.NOTHING;
  private @Nullable Instant lastTime;
  private @Nullable Instant at;
  private String vm = "";
  private boolean plain;
  private boolean whole;
  private boolean open;
  private List<DumpedThread> threads = new ArrayList<>();
  private Map<String, String> owners = new HashMap<>();
  private @Nullable String wanted;
  private @Nullable Draft draft;
  private boolean stackEnded;
  private final List<String> first = new ArrayList<>();

  TextDumps(Intake intake, String source) {
    this.intake = intake;
    this.source = source;
  }

  List<ThreadDump> read(BoundedLines lines) throws IOException {
    for (String raw = lines.next(); raw != null && intake.room(); raw = lines.next()) {
      String line = raw.endsWith("\r") ? raw.substring(0, raw.length() - 1) : raw;
      int begin = line.indexOf(BEGIN);
      if (begin >= 0) {
        begin(line, begin);
        continue;
      }
      time(line);
      String own = prefix.strip(line);
      if (own != null) {
        line(own);
      }
    }
    // The last line of a truncated text may be incomplete.
    end(plain && !lines.cut());
    return dumps;
  }

  private void begin(String line, int begin) {
    end(false);
    open = true;
    prefix = LogPrefix.of(line.substring(0, begin));
    vm = line.substring(begin + BEGIN.length()).strip();
    vm = vm.endsWith(":") ? vm.substring(0, vm.length() - 1) : vm;
    at = lastTime;
    part = Part.THREADS;
  }

  /** The time is in the line before the dump. */
  private void time(String line) {
    String end = line.stripTrailing();
    Matcher matcher =
        end.length() < 20 ? TIME.matcher(end) : TIME.matcher(end.substring(end.length() - 20));
    if (matcher.find()) {
      try {
        lastTime =
            LocalDateTime.parse(matcher.group(1) + 'T' + matcher.group(2))
                .atZone(ZoneId.systemDefault())
                .toInstant();
      } catch (DateTimeException none) {
        lastTime = null;
      }
    }
  }

  private void line(String line) {
    if (part == Part.NOTHING) {
      beforeAny(line);
    } else if (line.startsWith("JNI global ref")) {
      finish();
      whole = true;
    } else if (line.startsWith("Found ") && line.contains("deadlock")) {
      finish();
      whole = true;
      part = Part.DEADLOCKS;
    } else if (part == Part.DEADLOCKS) {
      deadlock(line);
    } else {
      thread(line);
    }
  }

  /** A dump without its beginning, or one of {@code Thread.dump_to_file}. */
  private void beforeAny(String line) {
    if (first.size() < 3 && !line.isBlank()) {
      first.add(line.strip());
      if (first.size() == 3
          && first.get(0).matches("\\d{1,10}")
          && INSTANT.matcher(first.get(1)).matches()) {
        open = true;
        plain = true;
        at = Instant.parse(first.get(1));
        vm = first.get(2);
        part = Part.THREADS;
        return;
      }
    }
    if (HeaderLine.parse(line) != null) {
      open = true;
      part = Part.THREADS;
      thread(line);
    }
  }

  private void thread(String line) {
    Draft begun = plain ? HeaderLine.plain(line) : HeaderLine.parse(line);
    if (begun != null) {
      finish();
      draft = begun;
      if (plain) {
        begun.mark = first.get(0);
      }
      return;
    }
    if (draft == null) {
      return;
    }
    String text = line.strip();
    if (text.isEmpty()) {
      stackEnded = true;
    } else if (text.startsWith("at ") && !stackEnded) {
      intake.add(draft.stack, draft.damaged ? null : intake.frame(text.substring(3)));
    } else if (text.startsWith("- ")) {
      annotation(draft, text.substring(2));
    } else if (plain) {
      intake.add(draft.stack, intake.frame(text));
    } else {
      other(draft, line);
    }
  }

  private void other(Draft current, String line) {
    Matcher state = STATE.matcher(line);
    if (state.matches()) {
      current.state(state.group(1));
      return;
    }
    Matcher mounted = MOUNTED.matcher(line);
    if (mounted.matches()) {
      finish();
      Draft virtual = new Draft();
      virtual.id = HeaderLine.whole(mounted.group(1));
      virtual.virtual = true;
      draft = virtual;
    } else if (!stackEnded && OTHERS_ERROR.matcher(line).matches()) {
      // What follows is, or may be, the stack of that error.
      current.damaged = true;
    }
  }

  private void annotation(Draft current, String text) {
    int open = text.indexOf('<');
    int close = text.indexOf('>', open);
    boolean damaged = current.damaged && !stackEnded;
    if (damaged || text.startsWith("eliminated") || (open >= 0 && close < 0)) {
      return;
    }
    String object = open < 0 ? "" : text.substring(open + 1, close);
    boolean named = object.startsWith("0x") || object.indexOf('@') > 0;
    String id = intake.text(object);
    String type = intake.text(type(text, object, close));
    if (text.startsWith("waiting on the Class initialization monitor for ")) {
      String initialized =
          text.substring("waiting on the Class initialization monitor for ".length());
      current.blocker(Blocker.initialization(intake.text(initialized)));
    } else if (!named) {
      return;
    } else if (text.startsWith("waiting to ")) {
      current.blocker(Blocker.of(Blocker.How.ENTER, id, type));
    } else if (text.startsWith("waiting on ")) {
      current.blocker(Blocker.of(Blocker.How.WAIT, id, type));
    } else if (text.startsWith("parking ")) {
      current.blocker(Blocker.of(Blocker.How.PARK, id, type));
    } else if (text.startsWith("locked ") || open == 0) {
      intake.hold(current.held, id, type);
    }
  }

  /** {@code <0x…> (a some.Type)}, or {@code <some.Type@hash>}. */
  private static String type(String text, String object, int close) {
    int a = text.indexOf("(a ", Math.max(0, close));
    int end = text.lastIndexOf(')');
    if (a >= 0 && end > a + 3) {
      return text.substring(a + 3, end);
    }
    int hash = object.indexOf('@');
    return hash > 0 ? object.substring(0, hash) : "";
  }

  /** The owner of a lock of java.util.concurrent; without -l, jstack names it only here. */
  private void deadlock(String line) {
    Matcher lock = WANTED.matcher(line);
    if (lock.matches()) {
      Matcher object = OBJECT.matcher(line);
      wanted = object.find() ? object.group(1) : lock.group(1);
      return;
    }
    Matcher holder = HELD_BY.matcher(line);
    if (wanted != null && holder.matches() && owners.size() < 1_000) {
      owners.put(wanted, Intake.name(holder.group(1)));
    }
  }

  private void finish() {
    Draft done = draft;
    draft = null;
    stackEnded = false;
    if (done != null && done.internal()) {
      // The JVM's own come last.
      whole = true;
    } else if (done != null) {
      threads.add(done.thread(intake));
    }
  }

  private void end(boolean complete) {
    finish();
    if (open && !threads.isEmpty()) {
      dumps.add(new ThreadDump(source, at, vm, threads, owners, plain, whole || complete));
    }
    open = false;
    plain = false;
    whole = false;
    part = Part.NOTHING;
    prefix = LogPrefix.of("");
    threads = new ArrayList<>();
    owners = new HashMap<>();
    wanted = null;
    at = null;
    vm = "";
  }
}
