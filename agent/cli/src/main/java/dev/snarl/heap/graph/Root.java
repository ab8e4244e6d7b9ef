package dev.snarl.heap.graph;

import dev.snarl.heap.hprof.RootKind;

/**
 * One root record.
 *
 * @param id of the object that it keeps
 * @param threadSerial 0 if the kind has none
 * @param traceSerial of a thread, otherwise 0
 * @param depth of the frame, innermost 0; -1 for none
 */
record Root(RootKind kind, long id, int threadSerial, int traceSerial, int depth) {}
