import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.ContextKey;
import io.opentelemetry.sdk.trace.SdkTracerProvider;

public class OpenTelemetryRequests {
  static final Tracer tracer = SdkTracerProvider.builder().build().get("requests");

  public static void main(String[] arguments) throws Exception {
    Requests.wait("server", () -> server("GET /orders/{id}").makeCurrent());
    Requests.wait(
        "child",
        () -> {
          Span server = server("GET /orders/{id}");
          Context context = Context.root().with(server);
          span("query", SpanKind.CLIENT, context).makeCurrent();
        });
    Requests.wait(
        "root",
        () -> {
          Span server = server("GET /orders/{id}");
          Context context =
              Context.root()
                  .with(server)
                  .with(ContextKey.named("opentelemetry-traces-local-root-span"), server);
          Span query = span("query", SpanKind.CLIENT, context);
          context.with(query).makeCurrent();
        });
    Requests.wait(
        "raw", () -> span("GET /orders/4711", SpanKind.SERVER, Context.root()).makeCurrent());
    Requests.wait("misused", () -> server("GET /orders/4711").makeCurrent());
    Requests.wait("remote", () -> Span.wrap(remote()).makeCurrent());
    Requests.wait("cleared", () -> server("GET /orders/{id}").makeCurrent().close());
    Requests.serve();
  }

  private static Span server(String endpoint) {
    String[] parts = endpoint.split(" ");
    Span span = span(parts[0], SpanKind.SERVER, Context.root());
    span.setAttribute("http.request.method", parts[0]);
    span.setAttribute(AttributeKey.longKey("http.response.status_code"), 200L);
    span.setAttribute("http.route", parts[1]);
    return span;
  }

  private static Span span(String name, SpanKind kind, Context parent) {
    Span span = tracer.spanBuilder(name).setSpanKind(kind).setParent(parent).startSpan();
    return print(span);
  }

  private static Span print(Span span) {
    System.out.println(Thread.currentThread().getName() + " " + span.getSpanContext().getTraceId());
    return span;
  }

  private static SpanContext remote() {
    return print(
            Span.wrap(
                SpanContext.create(
                    "4bf92f3577b34da6a3ce929d0e0e4736",
                    "00f067aa0ba902b7",
                    TraceFlags.getSampled(),
                    TraceState.getDefault())))
        .getSpanContext();
  }
}
