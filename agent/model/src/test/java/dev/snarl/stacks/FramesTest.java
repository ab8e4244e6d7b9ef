package dev.snarl.stacks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class FramesTest {

  private static final List<String> LIBRARIES =
      List.of("org.springframework.", "org.apache.*", "org.apache.jsp.+", "io.agroal.", "scala.");

  private final Frames guessed = new Frames(List.of(), LIBRARIES);

  @Test
  void aSiteIsInTheLibraryWhosePackageItHas() {
    assertThat(guessed.libraryAt("org.apache.ignite.internal.IgnitionEx.start(IgnitionEx.java:7)"))
        .isEqualTo("org.apache.ignite");
    assertThat(guessed.libraryAt("org.springframework.aop.A.b(A.java:1)"))
        .isEqualTo("org.springframework");
    assertThat(guessed.libraryAt("io.agroal.pool.ConnectionPool.init(ConnectionPool.java:1)"))
        .isEqualTo("io.agroal");
    assertThat(guessed.libraryAt("scala.jdk.FutureConverters$.x(FutureConverters.scala:1)"))
        .isEqualTo("scala");
  }

  @Test
  void aLineOfTheApplicationIsInNone() {
    assertThat(guessed.libraryAt("com.acme.Jobs.run(Jobs.java:3)")).isNull();
    assertThat(guessed.libraryAt("java.lang.Thread.run(Thread.java:3)")).isNull();
    assertThat(guessed.libraryAt("com.acme.Jobs$$EnhancerByCGLIB$$0.run(<generated>)")).isNull();
    for (String site : List.of("other", "process", "heap", "code cache")) {
      assertThat(guessed.libraryAt(site)).isNull();
    }
  }

  @Test
  void whereTheApplicationIsNamedAllElseIsALibrary() {
    Frames named = new Frames(List.of("org.apache.shop."), LIBRARIES);
    assertThat(named.libraryAt("org.apache.shop.A.b(A.java:1)")).isNull();
    assertThat(named.libraryAt("com.acme.pools.fast.Lane.b(Lane.java:1)"))
        .isEqualTo("com.acme.pools");
    assertThat(named.libraryAt("com.acme.Lane.b(Lane.java:1)")).isEqualTo("com.acme");
    assertThat(named.libraryAt("Lane.b(Lane.java:1)")).isEqualTo("Lane");
  }

  @Test
  void aPageIsTheApplications() {
    assertThat(guessed.application("org.apache.jsp.orders_jsp")).isTrue();
    assertThat(guessed.application("org.apache.jasper.servlet.JspServlet")).isFalse();
    Frames named = new Frames(List.of("com.acme."), LIBRARIES);
    assertThat(named.application("org.apache.jsp.orders_jsp")).isFalse();
  }

  @Test
  void anonymousClassesOfScalaAreNoProxies() {
    assertThat(guessed.application("com.acme.Jobs$$anon$1")).isTrue();
    assertThat(guessed.application("com.acme.Jobs$$anonfun$run$1")).isTrue();
    assertThat(guessed.application("com.acme.Jobs$$Lambda$14")).isTrue();
    assertThat(guessed.application("com.acme.Jobs$$SpringCGLIB$$0")).isFalse();
  }
}
