package dev.snarl.snapshot;

import org.jspecify.annotations.Nullable;

/**
 * The request that a thread works on, as far as its thread-locals or its stack name it.
 *
 * @param route the endpoint, never with the ids of one request: {@code GET /orders/{id}}, or the
 *     method that handles it, {@code OrderListener.receive}; null if nothing names it
 * @param traceId 16 or 32 hexadecimal digits, null if there is none
 */
public record Request(@Nullable String route, @Nullable String traceId) {}
