package com.example.feed

import com.example.feed.after.CallbackFeed
import com.example.feed.before.NestedFeed
import com.example.feed.before.SynchronousFeed
import java.util.concurrent.atomic.AtomicInteger
import kotlin.time.Duration
import kotlin.time.Duration.Companion.seconds
import kotlin.time.DurationUnit.SECONDS
import kotlin.time.TimeMark
import kotlin.time.TimeSource
import kotlinx.coroutines.coroutineScope
import kotlinx.coroutines.delay
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import org.apache.kafka.clients.producer.KafkaProducer
import org.apache.kafka.clients.producer.Producer

/** Collects messages for this long before it sends a batch: what a batch gains in size, a message waits for. */
private const val LINGER_MILLIS = 100

private const val FOLLOWERS = 500
private val TEXT = "What a day. ".repeat(12)

/**
 * `burst STEP BROKER MESSAGES`: one post to so many followers, and how long that takes.
 *
 * `stream STEP BROKER POSTS SECONDS`: so many posts a second for so long, each to 500 followers.
 *
 * STEP is nested, sync or callback.
 */
fun main(arguments: Array<String>) {
    val (load, step, broker) = arguments
    val arrived = AtomicInteger()
    producer(broker).use { producer ->
        producer.partitionsFor(TOPIC)
        val feed = feed(step, producer) { arrived.incrementAndGet() }
        when (load) {
            "burst" -> burst(feed, arrived, messages = arguments[3].toInt())
            "stream" -> stream(feed, arrived, posts = arguments[3].toInt(), length = arguments[4].toInt().seconds)
            else -> error("no load '$load'")
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

private fun burst(feed: Feed, arrived: AtomicInteger, messages: Int) {
    val began = TimeSource.Monotonic.markNow()
    runBlocking { feed.publish(Post(1, TEXT, followers = 1..messages)) }
    println("$arrived messages in ${began.elapsedNow().toString(SECONDS, decimals = 2)}")
}

private fun stream(feed: Feed, arrived: AtomicInteger, posts: Int, length: Duration) = runBlocking {
    val began = TimeSource.Monotonic.markNow()
    val published = AtomicInteger()
    val reporter = launch { report(began, published, arrived) }
    coroutineScope {
        while (began.elapsedNow() < length) {
            val number = published.incrementAndGet()
            launch { feed.publish(Post(number, TEXT, followers = 1..FOLLOWERS)) }
            delay(1.seconds * number / posts - began.elapsedNow())
        }
    }
    reporter.cancel()
    println(progress(began, published, arrived))
}

private suspend fun report(began: TimeMark, published: AtomicInteger, arrived: AtomicInteger) {
    while (true) {
        delay(1.seconds)
        println(progress(began, published, arrived))
    }
}

private fun progress(began: TimeMark, published: AtomicInteger, arrived: AtomicInteger): String {
    val messages = published.get() * FOLLOWERS
    return "after ${began.elapsedNow().toString(SECONDS)}: $messages messages to send, $arrived arrived"
}
