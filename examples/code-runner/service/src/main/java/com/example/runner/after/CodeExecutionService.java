package com.example.runner.after;

import com.example.runner.Program;
import com.example.runner.Result;
import com.example.runner.Sandbox;
import java.util.concurrent.CompletableFuture;
import org.springframework.context.annotation.Profile;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;
import org.springframework.stereotype.Service;

/** After: one thread of a pool of the team's own for each running program, and no other. */
@Service
@Profile("after")
class CodeExecutionService {
  private final Sandbox sandbox;
  private final ThreadPoolTaskExecutor compilePool;

  CodeExecutionService(Sandbox sandbox, ThreadPoolTaskExecutor compilePool) {
    this.sandbox = sandbox;
    this.compilePool = compilePool;
  }

  CompletableFuture<Result> run(Program program) {
    return CompletableFuture.supplyAsync(() -> sandbox.execute(program), compilePool);
  }
}
