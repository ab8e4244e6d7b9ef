package dev.snarl.libraries;

/**
 * Elasticsearch and OpenSearch: the future on which their code waits for an action, which in
 * Elasticsearch 8 has a latch of its own, and the queue of their pools.
 */
final class Search {

  static final String TEXT =
      """
      library elasticsearch Elasticsearch
      jar elasticsearch 7.17 9.5
      kind action-future org.elasticsearch.
      frames org.elasticsearch.
      queue-around org.elasticsearch.common.util.concurrent.SizeBlockingQueue queue=queue size=size max=capacity
      wait org/elasticsearch/common/util/concurrent/BaseFuture get () with org/elasticsearch/common/util/concurrent/BaseFuture$Sync.get
      wait org/elasticsearch/common/util/concurrent/BaseFuture get (J with org/elasticsearch/common/util/concurrent/BaseFuture$Sync.get
      wait org/elasticsearch/action/support/PlainActionFuture get () optional with org/elasticsearch/action/support/PlainActionFuture$Sync.get
      wait org/elasticsearch/action/support/PlainActionFuture get (J optional with org/elasticsearch/action/support/PlainActionFuture$Sync.get

      library opensearch OpenSearch
      jar opensearch 2.11 3.9
      kind action-future org.opensearch.
      frames org.opensearch.
      queue-around org.opensearch.common.util.concurrent.SizeBlockingQueue queue=queue size=size max=capacity
      wait org/opensearch/common/util/concurrent/BaseFuture get () with org/opensearch/common/util/concurrent/BaseFuture$Sync.get
      wait org/opensearch/common/util/concurrent/BaseFuture get (J with org/opensearch/common/util/concurrent/BaseFuture$Sync.get
      """;

  private Search() {}
}
