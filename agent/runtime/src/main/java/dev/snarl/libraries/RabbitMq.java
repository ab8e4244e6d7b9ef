package dev.snarl.libraries;

/** RabbitMQ's client. */
final class RabbitMq {

  static final String TEXT =
      """
      library rabbitmq RabbitMQ client
      jar amqp-client 5.9 5.37
      frames com.rabbitmq.
      poll com/rabbitmq/client/impl/WorkPool nextWorkBlock (
      """;

  private RabbitMq() {}
}
