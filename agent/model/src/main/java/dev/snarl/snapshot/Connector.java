package dev.snarl.snapshot;

/**
 * An endpoint of Tomcat. Unknown values are -1.
 *
 * @param name {@code http-nio-8080}
 * @param connections connections that it has accepted and not closed
 * @param maxConnections their maximum, -1 for no limit
 * @param acceptCount connections that may wait in the kernel to be accepted
 * @param busy threads that serve a request
 * @param threads threads of its pool
 * @param maxThreads their maximum
 */
public record Connector(
    String name,
    int port,
    long connections,
    long maxConnections,
    int acceptCount,
    int busy,
    int threads,
    int maxThreads) {}
