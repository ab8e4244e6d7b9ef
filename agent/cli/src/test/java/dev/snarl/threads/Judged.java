package dev.snarl.threads;

import dev.snarl.rules.Finding;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;

/** Dumps given as text, read and judged. */
final class Judged {
  private Judged() {}

  static Dumps read(Object... texts) throws IOException {
    return read(StandardCharsets.UTF_8, texts);
  }

  static Dumps read(Charset charset, Object... texts) throws IOException {
    Dumps dumps = new Dumps();
    for (Object text : texts) {
      dumps.read("dump.txt", new ByteArrayInputStream(text.toString().getBytes(charset)));
    }
    return dumps;
  }

  static Diagnosis of(Object... texts) throws IOException {
    return of(read(texts));
  }

  static Diagnosis of(Dumps dumps) {
    return new Triage(List.of(), Instant.EPOCH).of(dumps);
  }

  static List<String> rules(Object... texts) throws IOException {
    return of(texts).findings().stream().map(Finding::rule).toList();
  }
}
