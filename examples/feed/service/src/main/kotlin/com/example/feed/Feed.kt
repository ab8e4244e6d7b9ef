package com.example.feed

/** Tells the followers of a post. What differs between the steps of this example is how. */
fun interface Feed {
    /** Returns when this post's messages are on their way, or have arrived: that is what the steps differ in. */
    suspend fun publish(post: Post)
}
