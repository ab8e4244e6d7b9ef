package com.example.runner;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Profile;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;

/** The team's own pool: bounded in threads and in queue. The plain shape had none. */
@Configuration
@Profile("!before-plain")
class CompileThreads {
  @Bean
  ThreadPoolTaskExecutor compilePool(@Value("${compile.threads:20}") int threads) {
    ThreadPoolTaskExecutor pool = new ThreadPoolTaskExecutor();
    pool.setThreadNamePrefix("compile-");
    pool.setCorePoolSize(threads);
    pool.setMaxPoolSize(threads);
    pool.setQueueCapacity(200);
    return pool;
  }
}
