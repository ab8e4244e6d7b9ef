package dev.snarl.libraries;

/**
 * Spring: beans that wrap an executor of the JDK, the future of its template for Kafka, and how its
 * listeners poll.
 */
final class Spring {

  static final String TEXT =
      """
      library spring-context Spring
      jar spring-context 5.3 7.0
      frames org.springframework.
      handler org.springframework.web.method.support.InvocableHandlerMethod.doInvoke
      handler org.springframework.messaging.handler.invocation.InvocableHandlerMethod.doInvoke
      handler org.springframework.scheduling.support.ScheduledMethodRunnable.run
      handler org.springframework.scheduling.support.ScheduledMethodRunnable.runInternal
      owner org/springframework/scheduling/concurrent/ThreadPoolTaskExecutor initializeExecutor (

      library spring-core Spring
      jar spring-core 5.3 7.0
      built org/springframework/core/task/SimpleAsyncTaskExecutor <init> (

      library spring-kafka Spring for Kafka
      jar spring-kafka 2.8 4.1
      wrapped org/springframework/kafka/core/KafkaTemplate doSend (

      library spring-data-redis Spring Data Redis
      jar spring-data-redis 2.5 4.1
      poll org/springframework/data/redis/stream/StreamPollTask readRecords ()
      poll org/springframework/data/redis/connection/lettuce/LettuceStreamCommands xReadGroup (
      poll org/springframework/data/redis/connection/jedis/JedisStreamCommands xReadGroup (

      library spring-rabbit Spring AMQP
      jar spring-rabbit 2.3 4.1
      poll org/springframework/amqp/rabbit/listener/BlockingQueueConsumer nextMessage (

      library spring-jms Spring JMS
      jar spring-jms 5.3 7.0
      poll org/springframework/jms/support/destination/JmsDestinationAccessor receiveFromConsumer (
      """;

  private Spring() {}
}
