package dev.snarl.observe;

import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;

/** The self-test's fork-join worker; known by its class as one of the agent's own threads. */
final class AgentWorker extends ForkJoinWorkerThread {
  AgentWorker(ForkJoinPool pool) {
    super(pool);
    setName("snarl-self-test");
    setContextClassLoader(null);
  }
}
