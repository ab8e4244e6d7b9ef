package com.example.feed.after

import com.example.feed.Feed
import com.example.feed.Post
import kotlin.coroutines.resume
import kotlin.coroutines.resumeWithException
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.launch
import kotlinx.coroutines.suspendCancellableCoroutine
import kotlinx.coroutines.sync.Semaphore
import kotlinx.coroutines.withContext
import org.apache.kafka.clients.producer.Producer
import org.apache.kafka.clients.producer.ProducerRecord
import org.apache.kafka.clients.producer.RecordMetadata

/** After: the messages are the post's children, hold no thread while they travel, and not too many travel at once. */
class CallbackFeed(
    private val producer: Producer<String, String>,
    private val arrived: (RecordMetadata) -> Unit,
) : Feed {
    private val underWay = Semaphore(permits = 5_000)

    override suspend fun publish(post: Post) =
        withContext(Dispatchers.IO) {
            for (follower in post.followers) {
                underWay.acquire()
                launch {
                    try {
                        arrived(producer.deliver(post.messageTo(follower)))
                    } finally {
                        underWay.release()
                    }
                }
            }
        }

    private suspend fun Producer<String, String>.deliver(message: ProducerRecord<String, String>): RecordMetadata =
        suspendCancellableCoroutine { waiting ->
            send(message) { metadata, failure ->
                if (failure == null) waiting.resume(metadata) else waiting.resumeWithException(failure)
            }
        }
}
