package dev.snarl.heap.triage;

import dev.snarl.heap.graph.HeapDump;

/** The name of a thread object. */
final class ThreadNames {
  private ThreadNames() {}

  static String of(HeapDump dump, int thread) {
    return dump.read(thread).text("name");
  }
}
