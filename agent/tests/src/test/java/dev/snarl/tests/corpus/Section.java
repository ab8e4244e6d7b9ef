package dev.snarl.tests.corpus;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The part of a document that a program writes, between two lines of comment. */
record Section(String before, String content, String after) {
  private static final String BEGIN = "<!-- generated -->\n";
  private static final String END = "<!-- end -->\n";

  static Section in(Path document) throws IOException {
    String text = Files.readString(document);
    int begin = text.indexOf(BEGIN) + BEGIN.length();
    int end = text.indexOf(END);
    if (begin < BEGIN.length() || end < begin) {
      throw new IllegalStateException(document + " lacks " + BEGIN.strip() + " or " + END.strip());
    }
    return new Section(text.substring(0, begin), text.substring(begin, end), text.substring(end));
  }

  String with(String other) {
    return before + other + after;
  }
}
