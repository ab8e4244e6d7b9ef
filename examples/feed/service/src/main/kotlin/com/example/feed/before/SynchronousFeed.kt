package com.example.feed.before

import com.example.feed.Feed
import com.example.feed.Post
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.withContext
import org.apache.kafka.clients.producer.Producer
import org.apache.kafka.clients.producer.RecordMetadata

/** In between: the scopes are gone, and each message waits for the one before it. */
class SynchronousFeed(
    private val producer: Producer<String, String>,
    private val arrived: (RecordMetadata) -> Unit,
) : Feed {
    override suspend fun publish(post: Post) =
        withContext(Dispatchers.IO) {
            for (follower in post.followers) {
                arrived(producer.send(post.messageTo(follower)).get())
            }
        }
}
