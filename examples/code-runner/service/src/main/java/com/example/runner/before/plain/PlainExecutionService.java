package com.example.runner.before.plain;

import com.example.runner.Program;
import com.example.runner.Result;
import com.example.runner.Sandbox;
import com.example.runner.before.CodeExecutionService;
import java.util.concurrent.CompletableFuture;
import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Service;

/**
 * Before, plain: no executor is named. On two cores the common pool has a parallelism of one, and
 * up to JDK 24 {@code CompletableFuture} then starts a new thread for every program.
 */
@Service
@Profile("before-plain")
class PlainExecutionService implements CodeExecutionService {
  private final Sandbox sandbox;

  PlainExecutionService(Sandbox sandbox) {
    this.sandbox = sandbox;
  }

  @Override
  public CompletableFuture<Result> run(Program program) {
    return CompletableFuture.supplyAsync(() -> sandbox.execute(program));
  }
}
