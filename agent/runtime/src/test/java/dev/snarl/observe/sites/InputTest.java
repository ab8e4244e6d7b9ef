package dev.snarl.observe.sites;

import static org.assertj.core.api.Assertions.assertThat;

import dev.snarl.libraries.KnownLibraries;
import dev.snarl.stacks.Frames;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class InputTest {
  private final Sites sites =
      new Sites(
          new Frames(
              List.of(), KnownLibraries.frames(), Set.of(), Set.of(), KnownLibraries.sockets()));

  private @Nullable Input in(String... frames) {
    return Input.in(
        Stream.of(frames)
            .map(
                name -> {
                  int dot = name.lastIndexOf('.');
                  return new StackTraceElement(
                      name.substring(0, dot), name.substring(dot + 1), "File.java", 1);
                })
            .toArray(StackTraceElement[]::new),
        sites);
  }

  @Test
  void aSocketIsNamedByTheCallThatTheApplicationMade() {
    assertThat(
            in(
                "sun.nio.ch.Net.poll",
                "sun.nio.ch.NioSocketImpl.park",
                "okio.InputStreamSource.read",
                "okhttp3.internal.connection.RealCall.execute",
                "com.acme.Push.send"))
        .isEqualTo(new Input("socket", "okhttp3.internal.connection.RealCall.execute"));
  }

  @Test
  void thePipeOfAChildProcessIsTheProcess() {
    assertThat(
            in(
                "java.io.FileInputStream.readBytes",
                "java.lang.ProcessImpl$ProcessPipeInputStream.read",
                "java.io.BufferedReader.readLine",
                "com.acme.Exec.run"))
        .isEqualTo(new Input("process", "java.io.BufferedReader.readLine"));
  }

  @Test
  void aSocketThatIsWrittenIsNoFile() {
    assertThat(
            in(
                "sun.nio.ch.FileDispatcherImpl.write0",
                "sun.nio.ch.SocketDispatcher.write",
                "sun.nio.ch.NioSocketImpl.implWrite",
                "com.acme.Push.send"))
        .isEqualTo(new Input("socket", "sun.nio.ch.NioSocketImpl.implWrite"));
  }

  @Test
  void proxiesAndReflectionAreNotTheCall() {
    assertThat(
            in(
                "sun.nio.ch.NioSocketImpl.park",
                "redis.clients.jedis.Connection.read",
                "redis.clients.jedis.Jedis.get",
                "jdk.internal.reflect.DirectMethodHandleAccessor.invoke",
                "com.acme.Cache$$Proxy.get",
                "com.acme.Cache.load"))
        .isEqualTo(new Input("socket", "redis.clients.jedis.Jedis.get"));
  }

  @Test
  void aLibrarysCallThatAnotherProcessAnswersIsASocketHoweverItWaits() {
    assertThat(
            in(
                "java.lang.Object.wait",
                "org.jboss.resteasy.reactive.server.vertx.VertxInputStream$VertxBlockingInput.readBlocking",
                "com.acme.Upload.read"))
        .extracting(Input::kind)
        .isEqualTo("socket");
  }

  @Test
  void waitingForALockASleepOrSomebodyToConnectIsNoInput() {
    assertThat(in("jdk.internal.misc.Unsafe.park", "com.acme.Lock.take")).isNull();
    assertThat(in("java.lang.Thread.sleep", "com.acme.Poll.run")).isNull();
    assertThat(
            in(
                "sun.nio.ch.Net.accept",
                "sun.nio.ch.NioSocketImpl.accept",
                "java.net.ServerSocket.accept",
                "com.acme.Server.run"))
        .isNull();
  }

  @Test
  void onALibrarysOwnThreadItIsTheLibrarysCall() {
    assertThat(
            in(
                "sun.nio.ch.NioSocketImpl.implRead",
                "com.google.api.client.http.javanet.NetHttpResponse.<init>",
                "java.util.concurrent.ThreadPoolExecutor.runWorker",
                "java.lang.Thread.run"))
        .isEqualTo(
            new Input("socket", "com.google.api.client.http.javanet.NetHttpResponse.<init>"));
  }
}
