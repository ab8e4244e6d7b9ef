package dev.snarl.heap.hprof;

/** Why the collector keeps an object that nothing refers to. */
public enum RootKind {
  UNKNOWN("unknown"),
  JNI_GLOBAL("JNI global"),
  JNI_LOCAL("JNI local"),
  JAVA_FRAME("local variable"),
  NATIVE_STACK("native stack"),
  SYSTEM_CLASS("system class"),
  THREAD_BLOCK("thread block"),
  MONITOR("busy monitor"),
  THREAD("thread");

  private final String label;

  RootKind(String label) {
    this.label = label;
  }

  public String label() {
    return label;
  }
}
