package dev.snarl.libraries;

/** Apache's HTTP clients, by their connection pools, and the futures of the asynchronous one. */
final class ApacheHttp {

  static final String TEXT =
      """
      library apache-httpcore-5 Apache HttpCore 5
      jar httpcore5 5.1 5.4
      kind http-client-future org.apache.hc.
      peer org.apache.hc.core5.concurrent.BasicFuture
      socket org.apache.hc.
      done-read org.apache.hc.core5.concurrent.
      wait org/apache/hc/core5/concurrent/BasicFuture get ()
      wait org/apache/hc/core5/concurrent/BasicFuture get (J

      library apache-httpclient-5 Apache HttpClient 5
      jar httpclient5 5.0 5.6
      client org/apache/hc/client5/http/impl/io/PoolingHttpClientConnectionManager <init> (Lorg/apache/hc/client5/http/io/HttpClientConnectionOperator;Lorg/apache/hc/core5/pool/PoolConcurrencyPolicy;
      resource org/apache/hc/client5/http/impl/io/PoolingHttpClientConnectionManager <init> (Lorg/apache/hc/client5/http/io/HttpClientConnectionOperator;Lorg/apache/hc/core5/pool/PoolConcurrencyPolicy;
      borrow-from org/apache/hc/client5/http/impl/io/PoolingHttpClientConnectionManager$1 get (Lorg/apache/hc/core5/util/Timeout; optional with this$0:Lorg/apache/hc/client5/http/impl/io/PoolingHttpClientConnectionManager;
      borrow-from org/apache/hc/client5/http/impl/io/PoolingHttpClientConnectionManager$2 get (Lorg/apache/hc/core5/util/Timeout; optional with this$0:Lorg/apache/hc/client5/http/impl/io/PoolingHttpClientConnectionManager;
      borrow-from org/apache/hc/client5/http/impl/io/PoolingHttpClientConnectionManager$3 get (Lorg/apache/hc/core5/util/Timeout; optional with this$0:Lorg/apache/hc/client5/http/impl/io/PoolingHttpClientConnectionManager;
      give-back org/apache/hc/client5/http/impl/io/PoolingHttpClientConnectionManager release (

      library apache-httpclient-4 Apache HttpClient 4
      jar httpclient 4.4 4.5
      socket org.apache.http.
      client org/apache/http/impl/conn/PoolingHttpClientConnectionManager <init> (Lorg/apache/http/conn/HttpClientConnectionOperator;
      resource org/apache/http/impl/conn/PoolingHttpClientConnectionManager <init> (Lorg/apache/http/conn/HttpClientConnectionOperator;
      borrow org/apache/http/impl/conn/PoolingHttpClientConnectionManager leaseConnection (
      give-back org/apache/http/impl/conn/PoolingHttpClientConnectionManager releaseConnection (
      """;

  private ApacheHttp() {}
}
