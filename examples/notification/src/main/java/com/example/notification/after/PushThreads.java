package com.example.notification.after;

import java.util.concurrent.ThreadPoolExecutor;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Profile;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;

/**
 * Fifty threads, unless told otherwise, and a short queue. When it is full, the campaign's thread
 * sends one itself: so it never runs ahead.
 */
@Configuration
@Profile("after")
class PushThreads {
  @Bean
  ThreadPoolTaskExecutor pushPool(@Value("${push.threads:50}") int threads) {
    ThreadPoolTaskExecutor pool = new ThreadPoolTaskExecutor();
    pool.setThreadNamePrefix("push-");
    pool.setCorePoolSize(threads);
    pool.setMaxPoolSize(threads);
    pool.setQueueCapacity(threads);
    pool.setRejectedExecutionHandler(new ThreadPoolExecutor.CallerRunsPolicy());
    return pool;
  }
}
