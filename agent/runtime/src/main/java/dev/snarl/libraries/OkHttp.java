package dev.snarl.libraries;

/** OkHttp. Clients that share a connection pool are one. */
final class OkHttp {

  static final String TEXT =
      """
      library okhttp OkHttp
      jar okhttp 3.12 5.5
      frames okhttp3.
      frames okio.
      built okhttp3/Dispatcher <init> (
      limiter okhttp3.Dispatcher queue=readyAsyncCalls running=runningAsyncCalls max=maxRequests
      idle okhttp3.internal.concurrent.TaskRunner$RealBackend.coordinatorWait
      sharing-client okhttp3/OkHttpClient <init> (Lokhttp3/OkHttpClient$Builder; with connectionPool:Lokhttp3/ConnectionPool;
      """;

  private OkHttp() {}
}
