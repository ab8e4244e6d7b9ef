package com.example.feed.before

import com.example.feed.Feed
import com.example.feed.Post
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.launch
import org.apache.kafka.clients.producer.Producer
import org.apache.kafka.clients.producer.ProducerRecord
import org.apache.kafka.clients.producer.RecordMetadata

/** Before: a scope for each post, and in it another for each follower. Nobody is its parent, nobody waits for it. */
class NestedFeed(
    private val producer: Producer<String, String>,
    private val arrived: (RecordMetadata) -> Unit,
) : Feed {
    override suspend fun publish(post: Post) {
        CoroutineScope(Dispatchers.IO).launch {
            for (follower in post.followers) {
                CoroutineScope(Dispatchers.IO).launch { kafkaSend(post.messageTo(follower)) }
            }
        }
    }

    private fun kafkaSend(message: ProducerRecord<String, String>) = arrived(producer.send(message).get())
}
