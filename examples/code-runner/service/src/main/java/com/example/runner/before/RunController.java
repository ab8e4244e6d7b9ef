package com.example.runner.before;

import com.example.runner.Program;
import com.example.runner.Result;
import java.util.concurrent.ExecutionException;
import org.springframework.context.annotation.Profile;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** Before: the request's thread waits for the program that another thread waits for. */
@RestController
@Profile("before-plain | before-pooled")
class RunController {
  private final CodeExecutionService codeExecutionService;

  RunController(CodeExecutionService codeExecutionService) {
    this.codeExecutionService = codeExecutionService;
  }

  @PostMapping("/run/{program}")
  Result run(@PathVariable("program") Program program)
      throws ExecutionException, InterruptedException {
    return codeExecutionService.run(program).get();
  }
}
