package com.example.notification.after;

import java.util.concurrent.ThreadPoolExecutor;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Profile;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;

/**
 * Fifty threads and a short queue. When it is full, the campaign's thread sends one itself: so it
 * never runs ahead.
 */
@Configuration
@Profile("after")
class PushPool {
  static final int THREADS = 50;

  @Bean
  ThreadPoolTaskExecutor pushPool() {
    ThreadPoolTaskExecutor pool = new ThreadPoolTaskExecutor();
    pool.setThreadNamePrefix("push-");
    pool.setCorePoolSize(THREADS);
    pool.setMaxPoolSize(THREADS);
    pool.setQueueCapacity(THREADS);
    pool.setRejectedExecutionHandler(new ThreadPoolExecutor.CallerRunsPolicy());
    return pool;
  }
}
