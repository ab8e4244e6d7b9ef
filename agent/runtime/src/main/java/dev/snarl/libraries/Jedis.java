package dev.snarl.libraries;

/** Jedis: pools built, and the commands by which consumers ask for more. */
final class Jedis {

  static final String TEXT =
      """
      library jedis Jedis
      jar jedis 3.6 8.0
      frames redis.clients.
      socket redis.clients.jedis.
      client redis/clients/jedis/util/Pool <init> (Lorg/apache/commons/pool2/impl/GenericObjectPoolConfig;
      poll redis/clients/jedis/Jedis xreadGroup (
      poll redis/clients/jedis/Jedis blpop (
      poll redis/clients/jedis/Jedis brpop (
      poll redis/clients/jedis/UnifiedJedis xreadGroup (
      poll redis/clients/jedis/UnifiedJedis blpop (
      poll redis/clients/jedis/UnifiedJedis brpop (
      """;

  private Jedis() {}
}
