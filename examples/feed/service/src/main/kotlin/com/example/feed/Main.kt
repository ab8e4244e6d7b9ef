package com.example.feed

import com.example.feed.after.CallbackFeed
import com.example.feed.before.NestedFeed
import com.example.feed.before.SynchronousFeed
import java.util.concurrent.atomic.AtomicInteger
import kotlin.time.Duration.Companion.seconds
import kotlin.time.DurationUnit.SECONDS
import kotlin.time.TimeMark
import kotlin.time.TimeSource
import kotlinx.coroutines.delay
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import org.apache.kafka.clients.producer.KafkaProducer
import org.apache.kafka.clients.producer.Producer

/** The producer collects messages for this long before it sends them: what a batch gains in size, a message waits for. */
private const val LINGER_MILLIS = 100

private val TEXT = "What a day. ".repeat(12)

/**
 * Arguments: `STEP BROKER FOLLOWERS…`. Publishes one post after the other to so many followers each, and says how long
 * each took. STEP is nested, sync or callback. A `-` instead of followers: they come by standard input, a line each.
 */
fun main(arguments: Array<String>) {
    val (step, broker) = arguments
    val arrived = AtomicInteger()
    producer(broker).use { producer ->
        producer.partitionsFor(TOPIC)
        val feed = feed(step, producer) { arrived.incrementAndGet() }
        val posts = if (arguments[2] == "-") generateSequence(::readlnOrNull) else arguments.drop(2).asSequence()
        for ((number, followers) in posts.withIndex()) {
            arrived.set(0)
            publish(feed, Post(number, TEXT, Followers(followers.toInt())), arrived)
        }
    }
}

private fun feed(step: String, producer: Producer<String, String>, arrived: (Any) -> Unit): Feed =
    when (step) {
        "nested" -> NestedFeed(producer, arrived)
        "sync" -> SynchronousFeed(producer, arrived)
        "callback" -> CallbackFeed(producer, arrived)
        else -> error("no step '$step'")
    }

private fun producer(broker: String): Producer<String, String> =
    KafkaProducer(
        mapOf(
            "bootstrap.servers" to broker,
            "linger.ms" to LINGER_MILLIS,
            "key.serializer" to "org.apache.kafka.common.serialization.StringSerializer",
            "value.serializer" to "org.apache.kafka.common.serialization.StringSerializer",
        ),
    )

private fun publish(feed: Feed, post: Post, arrived: AtomicInteger) = runBlocking {
    val began = TimeSource.Monotonic.markNow()
    val all = post.followers.count
    println("a post for $all followers")
    val reporter = launch {
        while (true) {
            delay(1.seconds)
            println("  ${began.seconds()}: $arrived of $all arrived")
        }
    }
    feed.publish(post)
    while (arrived.get() < all) {
        delay(1.seconds)
    }
    reporter.cancel()
    println("$all messages in ${began.seconds()}")
}

private fun TimeMark.seconds() = elapsedNow().toString(SECONDS, decimals = 2)
