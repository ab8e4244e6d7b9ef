import brave.Span;
import brave.Tracing;
import brave.propagation.ThreadLocalCurrentTraceContext;

public class BraveRequests {
  static final Tracing tracing =
      Tracing.newBuilder()
          .currentTraceContext(ThreadLocalCurrentTraceContext.create())
          .traceId128Bit(true)
          .build();
  static final Tracing narrow =
      Tracing.newBuilder().currentTraceContext(ThreadLocalCurrentTraceContext.create()).build();
  static final Tracing inheritable = Tracing.newBuilder().build();

  public static void main(String[] arguments) throws Exception {
    Requests.wait("wide", () -> start(tracing));
    Requests.wait("narrow", () -> start(narrow));
    Requests.wait("inheritable", () -> start(inheritable));
    Requests.wait("cleared", () -> start(tracing).close());
    Requests.serve();
  }

  private static brave.Tracer.SpanInScope start(Tracing of) {
    Span span = of.tracer().nextSpan().start();
    System.out.println(Thread.currentThread().getName() + " " + span.context().traceIdString());
    return of.tracer().withSpanInScope(span);
  }
}
