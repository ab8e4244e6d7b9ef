package dev.snarl.tests;

import java.util.List;

/** What a forked JVM left behind: its exit code and the lines of its two streams. */
record Exit(int code, List<String> out, List<String> err) {
  Exit {
    out = List.copyOf(out);
    err = List.copyOf(err);
  }
}
