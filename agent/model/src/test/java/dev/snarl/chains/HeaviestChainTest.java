package dev.snarl.chains;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class HeaviestChainTest {
  private static final String SITE = "com.acme.Runs.run(Runs.java:24)";
  private static final Link WAITER = Link.thread("http-#", "java.util.concurrent.Future.get", SITE);
  private static final Link QUEUE = Link.queue("sandbox-#");
  private static final Link WORKER =
      Link.thread("sandbox-#", "java.lang.Process.waitFor", "com.acme.Box.run(Box.java:7)");

  private final ChainTree tree = new ChainTree(100);

  @Test
  void theOneWithTheMostTimeOfThoseAtTheLine() {
    Link other = Link.thread("main", null, "com.acme.Main.main(Main.java:1)");
    tree.add(List.of(other), End.SLEEP, 100);
    tree.add(List.of(WAITER, QUEUE), End.UNKNOWN, 2);
    tree.add(List.of(WAITER, WORKER), End.PROCESS, 5);
    assertThat(HeaviestChain.from(tree, SITE))
        .containsExactly(
            "http-# in Future.get() at " + SITE,
            "sandbox-# in Process.waitFor() at com.acme.Box.run(Box.java:7) [process]");
  }

  @Test
  void belowTheEndpointOfItsRequest() {
    tree.add(List.of(Link.route("GET /run"), WAITER, WORKER), End.PROCESS, 3);
    tree.add(List.of(Link.route("GET /look"), WAITER, QUEUE), End.CIRCLE, 4);
    assertThat(HeaviestChain.from(tree, SITE))
        .containsExactly("http-# in Future.get() at " + SITE, "queue of sandbox-# [circle]");
  }

  @Test
  void aFrameAloneCountsOnlyWithAKnownEnd() {
    assertThat(HeaviestChain.from(tree, SITE)).isEmpty();
    tree.add(List.of(WAITER), End.SIGNAL, 1);
    assertThat(HeaviestChain.from(tree, SITE)).isEmpty();
    tree.add(List.of(WAITER), End.SOCKET, 2);
    assertThat(HeaviestChain.from(tree, SITE))
        .containsExactly("http-# in Future.get() at " + SITE + " [socket]");
  }
}
