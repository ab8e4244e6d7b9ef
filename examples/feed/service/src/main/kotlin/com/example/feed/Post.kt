package com.example.feed

import org.apache.kafka.clients.producer.ProducerRecord

const val TOPIC = "feed"

/** What somebody wrote, and who is to be told of it. */
class Post(private val number: Int, private val text: String, val followers: Followers) {
    /** The message that puts this post into one follower's feed. */
    fun messageTo(follower: Int) = ProducerRecord(TOPIC, "follower-$follower", """{"post":$number,"text":"$text"}""")
}
