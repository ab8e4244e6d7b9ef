package com.example.runner.before;

import com.example.runner.Program;
import com.example.runner.Result;
import java.util.concurrent.CompletableFuture;

/** Runs a program on some other thread than the caller's. */
public interface CodeExecutionService {
  CompletableFuture<Result> run(Program program);
}
