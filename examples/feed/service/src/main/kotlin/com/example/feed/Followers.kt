package com.example.feed

private const val PAGE = 1_000
private const val PAGE_MILLIS = 50L

/** The followers of an author, read page by page. Each page holds the calling thread for as long as a database would. */
class Followers(val count: Int) : Iterable<Int> {
    override fun iterator(): Iterator<Int> = pages().flatten().iterator()

    private fun pages(): Sequence<IntRange> =
        (1..count step PAGE).asSequence().map { first ->
            Thread.sleep(PAGE_MILLIS)
            first..minOf(first + PAGE - 1, count)
        }
}
