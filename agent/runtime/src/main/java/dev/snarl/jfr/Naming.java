package dev.snarl.jfr;

import dev.snarl.snapshot.CallSite;

/** Names sites and threads as in the rest of the agent. Called on the stream's thread. */
public interface Naming {
  /** The site in a stack, top first, whose frames have no files. */
  CallSite site(StackTraceElement[] stack);

  /** The name that a thread shares with its group, such as {@code worker-#}. */
  String group(String threadName);
}
