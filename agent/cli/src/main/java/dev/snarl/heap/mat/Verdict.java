package dev.snarl.heap.mat;

import dev.snarl.heap.hprof.Unreadable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/**
 * The result of Eclipse MAT's reports.
 *
 * @param suspects each problem suspect in MAT's own words
 * @param reports names of the reports that it wrote
 */
public record Verdict(List<String> suspects, List<String> reports) {
  private static final int MOST_BYTES = 8 << 20;
  private static final int LONGEST = 600;
  private static final Pattern SCRIPT = Pattern.compile("(?is)<(script|style)\\b.*?</\\1>");
  private static final Pattern TAG = Pattern.compile("<[^>]*>");
  private static final Pattern SUSPECT =
      Pattern.compile("Problem Suspect \\d+\\s+((?:(?!Problem Suspect \\d+).)*)");
  private static final Pattern END = Pattern.compile("Keywords|Details »|Details &raquo;");

  /** Reads every report in a folder. */
  static Verdict from(Path folder) throws IOException, Unreadable {
    List<Path> zips;
    try (Stream<Path> files = Files.list(folder)) {
      zips = files.filter(f -> f.toString().endsWith(".zip")).sorted().toList();
    }
    if (zips.isEmpty()) {
      throw new Unreadable("Eclipse MAT ended without a report");
    }
    List<String> suspects = new ArrayList<>();
    for (Path zip : zips) {
      if (zip.getFileName().toString().endsWith("_Leak_Suspects.zip")) {
        suspects.addAll(suspects(index(zip)));
      }
    }
    return new Verdict(
        List.copyOf(suspects), zips.stream().map(z -> z.getFileName().toString()).toList());
  }

  private static String index(Path zip) throws IOException {
    try (InputStream file = Files.newInputStream(zip);
        ZipInputStream in = new ZipInputStream(file)) {
      for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
        if (entry.getName().equals("index.html")) {
          return new String(in.readNBytes(MOST_BYTES), StandardCharsets.UTF_8);
        }
      }
    }
    return "";
  }

  /** The text behind each heading {@code Problem Suspect N}, up to its keywords. */
  static List<String> suspects(String html) {
    String text =
        TAG.matcher(SCRIPT.matcher(html).replaceAll(" "))
            .replaceAll(" ")
            .replace("&quot;", "\"")
            .replace("&lt;", "<")
            .replace("&gt;", ">")
            .replace("&#39;", "'")
            .replace("&nbsp;", " ")
            .replace("&amp;", "&")
            .replaceAll("\\s+", " ");
    List<String> suspects = new ArrayList<>();
    Matcher matcher = SUSPECT.matcher(text);
    while (matcher.find()) {
      Matcher end = END.matcher(matcher.group(1));
      String words = (end.find() ? matcher.group(1).substring(0, end.start()) : matcher.group(1));
      if (!words.isBlank()) {
        String stripped = words.strip();
        suspects.add(stripped.length() > LONGEST ? stripped.substring(0, LONGEST) + "…" : stripped);
      }
    }
    return suspects;
  }

  /** Whether its first suspect names one of these classes. */
  public boolean names(List<String> types) {
    return !suspects.isEmpty() && types.stream().anyMatch(suspects.get(0)::contains);
  }
}
