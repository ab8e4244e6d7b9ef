package com.example.runner;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/**
 * An online code runner: {@code POST /run/{program}} runs a small program as a child process and
 * answers with its output.
 *
 * <p>The profile says how a request and its program share threads: {@code before-plain} and {@code
 * before-pooled} as a team once had it, {@code after} as they have it now.
 */
@SpringBootApplication
class CodeRunnerApplication {
  public static void main(String[] args) {
    SpringApplication.run(CodeRunnerApplication.class, args);
  }
}
