/** How coroutines end: by cancellation, by failure and by time-out. */
package dev.snarl.tests.contract

import java.util.concurrent.CancellationException
import java.util.concurrent.CountDownLatch
import java.util.concurrent.atomic.AtomicInteger
import kotlin.coroutines.Continuation
import kotlin.coroutines.coroutineContext
import kotlin.coroutines.resume
import kotlin.coroutines.resumeWithException
import kotlin.coroutines.startCoroutine
import kotlin.coroutines.suspendCoroutine
import kotlinx.coroutines.*

internal fun cancellation(checks: Checks) {
    checks.that("cancel and join") {
        noted { seen ->
            val job = launch {
                try {
                    delay(60_000)
                } catch (e: CancellationException) {
                    seen += "caught ${Said.chain(e)}"
                    throw e
                } finally {
                    seen += "finally $isActive"
                    withContext(NonCancellable) { delay(1); seen += "not cancellable" }
                    seen += Said.chain(runCatching { delay(1) }.exceptionOrNull()!!)
                }
            }
            job.invokeOnCompletion { seen += "completion ${Said.chain(it!!)}" }
            yield()
            job.cancel("enough", IllegalArgumentException("why"))
            seen += "${job.isActive} ${job.isCancelled} ${job.isCompleted}"
            job.join()
            seen += "${job.isActive} ${job.isCancelled} ${job.isCompleted}"
            job.cancel("too late")
        }
    }
    checks.that("children with their parent") {
        noted { seen ->
            val parent = launch {
                repeat(3) { n -> launch { try { awaitCancellation() } finally { seen += "child $n" } } }
                launch(Job()) { seen += "not a child" }
                try { awaitCancellation() } finally { seen += "parent" }
            }
            yield()
            yield()
            seen += "${parent.children.count()} children"
            parent.cancelAndJoin()
            seen += "${parent.children.count()} children"
        }
    }
    checks.that("a loop that asks") {
        val rounds = AtomicInteger()
        noted { seen ->
            val job = launch(Dispatchers.Default) { while (isActive) rounds.incrementAndGet() }
            Moments.until("it loops") { rounds.get() > 10 }
            job.cancelAndJoin()
            seen += "ended $job".replace(Regex("@.*"), "")
            val asks = launch(Dispatchers.Default) { while (true) ensureActive() }
            asks.cancelAndJoin()
            seen += "${asks.isCancelled}"
        }
    }
    checks.that("a suspension that is cancelled") {
        noted { seen ->
            val job = launch {
                suspendCancellableCoroutine<Unit> { it.invokeOnCancellation { by -> seen += "told ${Said.chain(by!!)}" } }
            }
            yield()
            job.cancel()
            job.join()
            val deferred = CompletableDeferred<String>()
            val waits = launch { seen += Said.chain(runCatching { deferred.await() }.exceptionOrNull()!!) }
            yield()
            deferred.cancel()
            waits.join()
        }
    }
    checks.that("interrupts") {
        noted { seen ->
            val asleep = CountDownLatch(1)
            val job = launch(Dispatchers.IO) {
                try {
                    runInterruptible { asleep.countDown(); Thread.sleep(60_000) }
                } catch (e: CancellationException) {
                    seen += "cancelled, interrupted ${Thread.currentThread().isInterrupted}"
                    throw e
                }
            }
            Moments.await(asleep)
            job.cancelAndJoin()
        }
        val thread = Thread.currentThread()
        val interrupted = Said.failure { runBlocking { launch(Dispatchers.Default) { thread.interrupt() }; awaitCancellation() } }
        "$interrupted ${Thread.interrupted()}"
    }
    checks.that("trace of a cancellation") {
        runBlocking {
            val job = async { awaitCancellation() }
            yield()
            job.cancel(CancellationException("traced"))
            Said.trace(runCatching { job.await() }.exceptionOrNull()!!).plainly()
        }
    }
}

internal fun failures(checks: Checks) {
    checks.that("await, with every frame") { thrown { runBlocking { async(Dispatchers.Default) { fallsThrough() }.await() } } }
    checks.that("await in the same loop") { thrown { runBlocking { async { fallsThrough() }.await() } } }
    checks.that("withContext") { thrown { runBlocking { withContext(Dispatchers.IO) { fallsThrough() } } } }
    checks.that("coroutineScope") { thrown { runBlocking { coroutineScope { launch { fallsThrough() }; awaitCancellation() } } } }
    checks.that("unconfined") { thrown { runBlocking { withContext(Dispatchers.Unconfined) { fallsThrough() } } } }
    checks.that("undispatched") { thrown { runBlocking { async(start = CoroutineStart.UNDISPATCHED) { error("at once") }.await() } } }
    checks.that("without a job") {
        thrown { runBlocking { suspendCoroutine<Any> { suspend { error("plain") }.startCoroutine(it) } } }
    }
    checks.that("identity") {
        val own = object : RuntimeException("own") {}
        val seen = runCatching { runBlocking { supervisorScope { async(Dispatchers.Default) { throw own }.await() } } }.exceptionOrNull()
        "${seen === own} ${own.suppressed.size}"
    }
    checks.that("one fails, the others are cancelled") {
        noted { seen ->
            val failed = runCatching {
                coroutineScope {
                    repeat(2) { n -> launch { try { awaitCancellation() } finally { seen += "cancelled $n" } } }
                    launch { yield(); error("one") }
                }
            }
            seen += Said.chain(failed.exceptionOrNull()!!)
        }
    }
    checks.that("supervisors") {
        noted { seen ->
            val handler = CoroutineExceptionHandler { context, e -> seen += "handled ${Said.chain(e)} of ${context[CoroutineName]}" }
            supervisorScope {
                launch(handler + CoroutineName("named")) { error("handled") }
                val kept = async { error("kept") }
                launch { yield(); yield(); seen += "sibling" }
                joinAll(kept)
                seen += Said.chain(kept.getCompletionExceptionOrNull()!!)
            }
        }
    }
    checks.that("suppressed") {
        noted { seen ->
            val handled = CompletableDeferred<String>()
            val handler = CoroutineExceptionHandler { _, e -> handled.complete(Said.trace(e).plainly()) }
            val scope = CoroutineScope(Dispatchers.Default.limitedParallelism(1) + handler)
            scope.launch {
                launch { try { awaitCancellation() } finally { throw IllegalArgumentException("second") } }
                launch { yield(); yield(); throw IllegalStateException("first") }
            }
            seen += handled.await()
            seen += "${scope.isActive}"
        }
    }
    checks.that("uncaught") {
        val seen = notes()
        uncaughtBy({ _, e -> seen += "${where()} ${Said.trace(e).plainly()}" }) {
            runBlocking { CoroutineScope(Dispatchers.Default).launch { fallsThrough() }.join() }
            Moments.until("it was told") { seen.isNotEmpty() }
        }
        seen
    }
    checks.that("a stack that overflows") {
        val deep = DeepRecursiveFunction<Int, Int> { if (it == 0) 0 else 1 + callRecursive(it - 1) }
        "${deep(100_000)} ${Said.failure { runBlocking(Dispatchers.Default) { deeper(0) } }} ${runBlocking(Dispatchers.Default) { 1 }}"
    }
    checks.that("resumed twice") {
        noted { seen ->
            suspendCancellableCoroutine<Unit> { it.resume(Unit); seen += Said.failure { it.resume(Unit) } }
            var kept: Continuation<Unit>? = null
            suspendCoroutine<Unit> { kept = it; it.resume(Unit) }
            seen += Said.failure { kept!!.resume(Unit) }
            seen += Said.chain(runCatching { suspendCoroutine<Unit> { it.resumeWithException(IllegalStateException("given")) } }.exceptionOrNull()!!)
        }
    }
}

private fun deeper(depth: Int): Int = if (depth < 0) 0 else 1 + deeper(depth + 1)

internal fun timeouts(checks: Checks) {
    checks.that("withTimeout") { thrown { runBlocking { withTimeout(10) { awaitCancellation() } } } }
    checks.that("on a dispatcher") { Said.failure { runBlocking(Dispatchers.Default) { withTimeout(10) { awaitCancellation() } } } }
    checks.that("or null") {
        noted { seen ->
            seen += "${withTimeoutOrNull(10) { delay(60_000); "late" }} ${withTimeoutOrNull(60_000) { "in time" }}"
            seen += "${withTimeoutOrNull(0) { "at once" }} ${withTimeoutOrNull(-1) { "before" }}"
        }
    }
    checks.that("nested") {
        noted { seen ->
            seen += "${withTimeoutOrNull(60_000) { withTimeoutOrNull(10) { awaitCancellation() } ?: "inner" }}"
            seen += "${withTimeoutOrNull(10) { withTimeoutOrNull(60_000) { awaitCancellation() } ?: "inner" }}"
            seen += Said.failure { runBlocking { withTimeoutOrNull(60_000) { withTimeout(10) { awaitCancellation() } } } }
        }
    }
    checks.that("what is cleaned up") {
        noted { seen ->
            runCatching {
                withTimeout(10) {
                    launch(start = CoroutineStart.UNDISPATCHED) { try { awaitCancellation() } finally { seen += "child $isActive" } }
                    try { awaitCancellation() } finally { seen += "body $isActive" }
                }
            }
            seen += "still active $isActive"
        }.sorted()
    }
}
