package dev.snarl.libraries;

/** The client of the JDK, which is the platform loader's and so woven as a library is. */
final class JavaHttp {

  static final String TEXT =
      """
      library java.net.http `java.net.http`
      jar java.net.http 17 25
      peer jdk.internal.net.http.common.MinimalFuture
      handler com.sun.net.httpserver.Filter$Chain.doFilter
      client jdk/internal/net/http/HttpClientImpl <init> (
      """;

  private JavaHttp() {}
}
