package dev.snarl.libraries;

/** Libraries into which nothing is woven. */
final class Others {

  static final String TEXT =
      """
      frames org.apache.*
      frames org.eclipse.microprofile.
      frames org.hibernate.
      frames org.axonframework.
      frames org.infinispan.
      frames org.jboss.
      frames org.jgroups.
      frames org.jooq.
      frames org.mybatis.
      frames org.neo4j.driver.
      frames org.wildfly.
      frames org.redisson.
      frames org.slf4j.
      frames org.junit.
      frames org.gradle.
      frames org.scalatest.
      frames org.aspectj.
      frames ch.qos.logback.
      frames com.fasterxml.jackson.
      frames com.google.inject.
      frames com.azure.
      frames com.codahale.metrics.
      frames com.couchbase.
      frames com.github.benmanes.caffeine.
      frames com.microsoft.
      frames com.mysql.
      frames com.netflix.hystrix.
      frames software.amazon.awssdk.
      frames com.amazonaws.
      frames io.helidon.
      frames io.ktor.
      frames io.micrometer.
      frames io.micronaut.
      frames io.nats.
      frames io.opentelemetry.
      frames io.quarkus.
      frames io.r2dbc.
      frames io.smallrye.
      frames io.temporal.
      frames io.undertow.
      frames io.github.resilience4j.
      frames retrofit2.
      frames rx.
      frames akka.
      frames groovy.
      frames clojure.
      frames net.bytebuddy.
      frames net.sf.cglib.
      frames oracle.
      frames org.h2.
      frames org.postgresql.
      frames org.mariadb.
      socket org.redisson.
      socket org.jboss.resteasy.reactive.server.vertx.VertxInputStream
      socket com.google.firebase.
      socket org.apache.hadoop.ipc.Client
      socket org.apache.hadoop.hdfs.DataStreamer.waitForAck
      socket software.amazon.awssdk.
      """;

  private Others() {}
}
