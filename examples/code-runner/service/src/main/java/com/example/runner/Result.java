package com.example.runner;

/**
 * What a program did.
 *
 * @param exitCode 0 if it was content
 * @param output what it printed, on either stream
 * @param millis how long it ran
 */
public record Result(int exitCode, String output, long millis) {}
