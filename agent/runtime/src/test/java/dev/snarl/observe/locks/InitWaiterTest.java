package dev.snarl.observe.locks;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Thread prints as 17 and 25 write them; that such waits are found is for the corpus to show. */
class InitWaiterTest {
  private static final String SEVENTEEN =
      """
      "left" #12 daemon prio=5 os_prio=0 cpu=0.21ms elapsed=1.58s tid=0x00007fcbf44595d0 nid=0x3434 in Object.wait()  [0x00007fcbd139c000]
         java.lang.Thread.State: RUNNABLE
      \tat com.acme.Shop$Left.<clinit>(Shop.java:1)
      \t- waiting on the Class initialization monitor for com.acme.Shop$Right
      \tat com.acme.Shop.lambda$main$0(Shop.java:3)

      "right" #13 daemon prio=5 os_prio=0 cpu=0.39ms elapsed=1.58s tid=0x00007fcbf445a330 nid=0x3435 waiting on condition  [0x00007fcbd129c000]
         java.lang.Thread.State: TIMED_WAITING (sleeping)
      \tat java.lang.Thread.sleep(java.base@17.0.15/Native Method)
      \tat com.acme.Shop$Right.<clinit>(Shop.java:1)

      """;

  private static final String TWENTY_FIVE =
      """
      "user" #22 [13387] daemon prio=5 os_prio=0 cpu=0.45ms elapsed=1.62s tid=0x00007f3c203f1ab0 nid=13387 in Object.wait()  [0x00007f3c24ddb000]
         java.lang.Thread.State: RUNNABLE
      \tat java.lang.Thread.runWith(java.base@25.0.3/Thread.java:1487)
      \t- waiting on the Class initialization monitor for com.acme.Registry

      "loader" #23 [13388] daemon prio=5 os_prio=0 cpu=0.20ms elapsed=1.62s tid=0x00007f3c203f2d00 nid=13388 runnable  [0x00007f3c24cdb000]
         java.lang.Thread.State: RUNNABLE
      \tat app//com.acme.Registry.<clinit>(Registry.java:5)

      """;

  @Test
  void aPrintNamesWhoWaitsForWhichClassAndWhoInitializesIt() {
    assertThat(InitWaiter.all(SEVENTEEN))
        .containsExactly(new InitWaiter(12, "com.acme.Shop$Right", 13));
    assertThat(InitWaiter.all(TWENTY_FIVE))
        .containsExactly(new InitWaiter(22, "com.acme.Registry", 23));
  }

  @Test
  void twoClassesOfOneNameProveNothing() {
    String twice =
        SEVENTEEN + SEVENTEEN.substring(SEVENTEEN.indexOf("\"right\"")).replace("#13", "#14");
    assertThat(InitWaiter.all(twice)).isEmpty();
  }

  @Test
  void withoutTheInitializerNothingIsKnown() {
    String alone = SEVENTEEN.substring(0, SEVENTEEN.indexOf("\"right\""));
    assertThat(InitWaiter.all(alone)).isEmpty();
    assertThat(InitWaiter.all("")).isEmpty();
  }
}
