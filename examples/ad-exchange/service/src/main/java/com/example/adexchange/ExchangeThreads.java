package com.example.adexchange;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Profile;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;

/** The pool of the {@code @Async} method: 200 may queue, the next one is rejected. */
@Configuration
@Profile("!sync")
class ExchangeThreads {
  @Bean
  ThreadPoolTaskExecutor exchangePool(@Value("${exchange.threads}") int threads) {
    ThreadPoolTaskExecutor pool = new ThreadPoolTaskExecutor();
    pool.setThreadNamePrefix("exchange-");
    pool.setCorePoolSize(threads);
    pool.setMaxPoolSize(threads);
    pool.setQueueCapacity(200);
    return pool;
  }
}
