package com.example.runner.after;

import com.example.runner.Program;
import com.example.runner.Result;
import java.util.concurrent.CompletableFuture;
import org.springframework.context.annotation.Profile;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** After: the future itself is the answer, and the request's thread goes on to the next request. */
@RestController
@Profile("after")
class RunController {
  private final CodeExecutionService codeExecutionService;

  RunController(CodeExecutionService codeExecutionService) {
    this.codeExecutionService = codeExecutionService;
  }

  @PostMapping("/run/{program}")
  CompletableFuture<Result> run(@PathVariable("program") Program program) {
    return codeExecutionService.run(program);
  }
}
