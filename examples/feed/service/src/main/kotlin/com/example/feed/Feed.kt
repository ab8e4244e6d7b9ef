package com.example.feed

/** Tells the followers of a post. How, is what the steps of this example differ in. */
fun interface Feed {
    /** Returns when all messages have arrived; in the nested step at once, since there nobody can wait for them. */
    suspend fun publish(post: Post)
}
