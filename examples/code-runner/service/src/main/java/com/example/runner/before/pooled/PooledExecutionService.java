package com.example.runner.before.pooled;

import com.example.runner.Program;
import com.example.runner.Result;
import com.example.runner.Sandbox;
import com.example.runner.before.CodeExecutionService;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.springframework.context.annotation.Profile;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;
import org.springframework.stereotype.Service;

/**
 * Before, pooled: the program runs on the team's own pool, but the thread that hands it over is
 * still a new one for every program and waits for the pool, while the request waits for it: three
 * threads for one program.
 */
@Service
@Profile("before-pooled")
class PooledExecutionService implements CodeExecutionService {
  private final Sandbox sandbox;
  private final ThreadPoolTaskExecutor compilePool;

  PooledExecutionService(Sandbox sandbox, ThreadPoolTaskExecutor compilePool) {
    this.sandbox = sandbox;
    this.compilePool = compilePool;
  }

  @Override
  public CompletableFuture<Result> run(Program program) {
    return CompletableFuture.supplyAsync(() -> compileAndRun(program));
  }

  private Result compileAndRun(Program program) {
    try {
      return compilePool.submit(() -> sandbox.execute(program)).get();
    } catch (ExecutionException e) {
      throw new IllegalStateException("the program could not be run", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while a program ran", e);
    }
  }
}
