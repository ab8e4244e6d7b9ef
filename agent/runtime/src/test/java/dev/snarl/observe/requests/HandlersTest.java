package dev.snarl.observe.requests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.snarl.libraries.KnownLibraries;
import dev.snarl.stacks.Frames;
import java.util.List;
import org.junit.jupiter.api.Test;

/** On stacks as real services have them, shortened. */
class HandlersTest {
  private final Handlers handlers =
      new Handlers(new Frames(List.of(), KnownLibraries.frames()), KnownLibraries.handlers());

  private static StackTraceElement[] stack(String frames) {
    return frames
        .lines()
        .map(line -> line.strip())
        .map(
            line ->
                new StackTraceElement(
                    line.substring(0, line.lastIndexOf('.')),
                    line.substring(line.lastIndexOf('.') + 1),
                    "X.java",
                    1))
        .toArray(StackTraceElement[]::new);
  }

  @Test
  void aControllerOfSpringAndNotTheFilterAroundIt() {
    assertThat(
            handlers.in(
                stack(
                    """
                    jdk.internal.misc.Unsafe.park
                    java.util.concurrent.FutureTask.get
                    com.acme.Runs.await
                    com.acme.RunController.run
                    jdk.internal.reflect.DirectMethodHandleAccessor.invoke
                    java.lang.reflect.Method.invoke
                    org.springframework.aop.framework.CglibAopProxy$DynamicAdvisedInterceptor.intercept
                    com.acme.RunController$$SpringCGLIB$$0.run
                    java.lang.reflect.Method.invoke
                    org.springframework.web.method.support.InvocableHandlerMethod.doInvoke
                    org.springframework.web.servlet.DispatcherServlet.doDispatch
                    jakarta.servlet.http.HttpServlet.service
                    org.apache.catalina.core.ApplicationFilterChain.doFilter
                    com.acme.TimingFilter.doFilter
                    org.apache.catalina.core.ApplicationFilterChain.doFilter
                    java.lang.Thread.run
                    """),
                false))
        .isEqualTo("RunController.run");
  }

  @Test
  void aServletAScheduledTaskAndAHandlerOfNetty() {
    assertThat(
            handlers.in(
                stack(
                    """
                    java.util.concurrent.FutureTask.get
                    com.acme.OrderServlet.doGet
                    jakarta.servlet.http.HttpServlet.service
                    jakarta.servlet.http.HttpServlet.service
                    org.eclipse.jetty.ee10.servlet.ServletHolder.handle
                    """),
                false))
        .isEqualTo("OrderServlet.doGet");
    assertThat(
            handlers.in(
                stack(
                    """
                    java.util.concurrent.FutureTask.get
                    com.acme.CleanUp.nightly
                    java.lang.reflect.Method.invoke
                    org.springframework.scheduling.support.ScheduledMethodRunnable.runInternal
                    org.springframework.scheduling.support.ScheduledMethodRunnable.run
                    java.util.concurrent.ThreadPoolExecutor.runWorker
                    """),
                false))
        .isEqualTo("CleanUp.nightly");
    assertThat(
            handlers.in(
                stack(
                    """
                    java.util.concurrent.FutureTask.get
                    com.acme.Gateway$Handler.channelRead0
                    io.netty.channel.SimpleChannelInboundHandler.channelRead
                    io.netty.channel.AbstractChannelHandlerContext.invokeChannelRead
                    io.netty.util.concurrent.FastThreadLocalRunnable.run
                    """),
                false))
        .isEqualTo("Gateway.channelRead0");
  }

  @Test
  void aThreadThatPollsIsNamedByItsOutermostMethodAndNoOther() {
    StackTraceElement[] stack =
        stack(
            """
            java.util.concurrent.FutureTask.get
            com.acme.Orders.save
            com.acme.OrderConsumer.loop
            java.lang.Thread.run
            """);
    assertThat(handlers.in(stack, true)).isEqualTo("OrderConsumer.loop");
    assertThat(handlers.in(stack, false)).isNull();
    assertThat(handlers.in(new StackTraceElement[0], true)).isNull();
  }
}
