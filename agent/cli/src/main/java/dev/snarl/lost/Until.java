package dev.snarl.lost;

import dev.snarl.heap.graph.HeapDump;
import dev.snarl.snapshot.Need;

/**
 * What must happen before a wait ends, short of an interrupt: a thread that can go on reaches an
 * object, or one thread goes on.
 *
 * @param object {@link HeapDump#NONE} if a thread is needed
 * @param thread {@link HeapDump#NONE} if the object will do
 * @param sure whether the dump shows that it has not happened yet, and the thread only not run
 *     since
 * @param what is waited for, in words
 * @param how what the thread must do
 */
record Until(int object, int thread, boolean sure, String what, Need.How how) {
  static Until reached(int object, boolean sure, String what) {
    return new Until(object, HeapDump.NONE, sure, what, Need.How.HELD);
  }

  static Until goesOn(int thread, String what) {
    return new Until(HeapDump.NONE, thread, true, what, Need.How.HELD);
  }

  static Until ends(int thread) {
    return new Until(HeapDump.NONE, thread, true, "the end of a thread", Need.How.ALIVE);
  }
}
