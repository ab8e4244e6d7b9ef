package dev.snarl.tests.contract

import java.util.Collections
import java.util.concurrent.atomic.AtomicInteger
import kotlinx.coroutines.*
import kotlinx.coroutines.channels.BufferOverflow
import kotlinx.coroutines.channels.Channel
import kotlinx.coroutines.channels.produce
import kotlinx.coroutines.flow.MutableSharedFlow
import kotlinx.coroutines.flow.MutableStateFlow
import kotlinx.coroutines.flow.buffer
import kotlinx.coroutines.flow.catch
import kotlinx.coroutines.flow.collect
import kotlinx.coroutines.flow.flow
import kotlinx.coroutines.flow.flowOn
import kotlinx.coroutines.flow.launchIn
import kotlinx.coroutines.flow.map
import kotlinx.coroutines.flow.onCompletion
import kotlinx.coroutines.flow.onEach
import kotlinx.coroutines.flow.take
import kotlinx.coroutines.flow.toList
import kotlinx.coroutines.selects.select
import kotlinx.coroutines.sync.Mutex
import kotlinx.coroutines.sync.Semaphore
import kotlinx.coroutines.sync.withLock
import kotlinx.coroutines.sync.withPermit

/** What a program of coroutines observes: order, cancellation, exceptions, dispatchers, contexts, scopes, time-outs. */
fun main() {
    order(Checks("order"))
    cancellation(Checks("cancellation"))
    failures(Checks("failures"))
    dispatchers(Checks("dispatchers"))
    contexts(Checks("contexts"))
    scopes(Checks("scopes"))
    timeouts(Checks("time-outs"))
    others(Checks("others"))
    println("all checks made")
}

internal fun notes(): MutableList<String> = Collections.synchronizedList(ArrayList())

/** A list that the coroutines of one blocking scope have written to. */
internal fun noted(body: suspend CoroutineScope.(MutableList<String>) -> Unit): List<String> {
    val seen = notes()
    runBlocking { body(seen) }
    return seen
}

internal fun where(): String = Thread.currentThread().name.replace(Regex("-worker-\\d+"), "-worker")

internal fun String.plainly(): String = replace(Regex("#\\d+"), "#").replace(Regex("-worker-\\d+"), "-worker")

internal suspend fun fails(): String {
    yield()
    throw IllegalStateException("from the coroutine")
}

internal suspend fun fallsThrough(): String = fails() + "!"

internal fun thrown(body: () -> Any?): String =
    Said.trace(runCatching { body() }.exceptionOrNull() ?: IllegalArgumentException("nothing was thrown")).plainly()

internal fun <T> uncaughtBy(handler: Thread.UncaughtExceptionHandler, body: () -> T): T {
    val before = Thread.getDefaultUncaughtExceptionHandler()
    Thread.setDefaultUncaughtExceptionHandler(handler)
    return body().also { Thread.setDefaultUncaughtExceptionHandler(before) }
}

private fun order(checks: Checks) {
    checks.that("launch and yield") {
        noted { seen ->
            repeat(3) { n ->
                launch {
                    repeat(3) {
                        seen += "$n.$it"
                        yield()
                    }
                }
            }
            seen += "launched"
        }
    }
    checks.that("starts") {
        noted { seen ->
            val lazy = launch(start = CoroutineStart.LAZY) { seen += "lazy" }
            launch(start = CoroutineStart.UNDISPATCHED) {
                seen += "undispatched"
                yield()
                seen += "dispatched"
            }
            val atomic = launch(start = CoroutineStart.ATOMIC) { seen += "atomic $isActive" }
            atomic.cancel()
            val never = launch { seen += "never" }
            never.cancel()
            seen += "${lazy.isActive} ${lazy.start()} ${lazy.start()} ${never.isCancelled}"
            joinAll(lazy, atomic, never)
            seen += "joined"
        }
    }
    checks.that("unconfined") {
        noted { seen ->
            launch(Dispatchers.Unconfined) {
                seen += "outer"
                launch(Dispatchers.Unconfined) { seen += "inner" }
                seen += "outer ends"
            }
            seen += "after"
        }
    }
    checks.that("one thread at a time") {
        val running = AtomicInteger()
        var most = 0
        noted { seen ->
            val one = Dispatchers.Default.limitedParallelism(1)
            (1..200)
                .map {
                    launch(one) {
                        most = maxOf(most, running.incrementAndGet())
                        if (it % 50 == 0) seen += "$it"
                        running.decrementAndGet()
                    }
                }
                .joinAll()
            seen += "at most $most"
        }
    }
    checks.that("awaitAll") { noted { seen -> seen += (1..20).map { async(Dispatchers.Default) { it * it } }.awaitAll().toString() } }
    checks.that("channels") {
        noted { seen ->
            val channel = Channel<Int>()
            launch {
                for (n in channel) seen += "got $n"
                seen += "closed ${channel.isClosedForReceive}"
            }
            repeat(3) {
                channel.send(it)
                seen += "sent $it"
            }
            channel.close()
            seen += Said.failure { channel.trySend(9).getOrThrow() }
            val latest = Channel<Int>(2, BufferOverflow.DROP_OLDEST)
            repeat(5) { latest.send(it) }
            latest.close()
            seen += latest.toListOf().toString()
        }
    }
    checks.that("select") {
        noted { seen ->
            val slow = async { delay(60_000) }
            val fast = async { "fast" }
            val first: String = select { slow.onAwait { "slow" }; fast.onAwait { it } }
            seen += first
            slow.cancel()
            val second: String = select { slow.onJoin { "joined" } }
            seen += second
        }
    }
    checks.that("mutex and semaphore") {
        noted { seen ->
            val mutex = Mutex()
            repeat(4) { n -> launch { mutex.withLock { seen += "in $n"; yield(); seen += "out $n" } } }
            yield()
            val two = Semaphore(2)
            var inside = 0
            repeat(4) { launch { two.withPermit { inside++; seen += "inside $inside"; yield(); inside-- } } }
        }
    }
    checks.that("flows") {
        noted { seen ->
            flow { repeat(4) { seen += "emit $it"; emit(it) } }
                .map { it * 2 }
                .onEach { seen += "each $it" }
                .onCompletion { seen += "completed by $it" }
                .take(3)
                .collect { seen += "collect $it" }
            seen += flow { emit(1); fails() }.catch { emit(-1) }.map { "$it" }.toListOf().toString()
            seen += flow { emit(where()) }.flowOn(Dispatchers.Default).buffer(1).toListOf().toString()
            val state = MutableStateFlow(0)
            val watching = state.onEach { seen += "state $it" }.launchIn(this)
            repeat(2) { yield(); state.value++ }
            yield()
            watching.cancel()
            val shared = MutableSharedFlow<Int>(replay = 2)
            repeat(4) { shared.emit(it) }
            seen += "${shared.replayCache} ${shared.take(2).toListOf()}"
        }
    }
    checks.that("delays") {
        noted { seen -> for (n in listOf(120L, 40L, 80L)) launch { delay(n); seen += "$n" } }
    }
}

private suspend fun <T> kotlinx.coroutines.flow.Flow<T>.toListOf(): List<T> = toList()

private suspend fun <T> Channel<T>.toListOf(): List<T> = ArrayList<T>().also { for (element in this) it.add(element) }

private fun others(checks: Checks) {
    checks.that("sequences") {
        val seen = notes()
        val sequence = sequence { repeat(3) { seen += "made $it"; yield(it) } }
        for (n in sequence) seen += "used $n"
        seen
    }
    checks.that("produce") { noted { seen -> val made = produce { repeat(3) { send(it) } }; for (n in made) seen += "$n" } }
    checks.that("many") {
        val sum = java.util.concurrent.atomic.AtomicLong()
        runBlocking(Dispatchers.Default) { repeat(10_000) { launch { yield(); sum.addAndGet(it.toLong()) } } }
        sum.get()
    }
    for (name in listOf("DispatchedTask", "AbstractCoroutine", "JobImpl", "JobSupport", "BlockingCoroutine", "CancellableContinuationImpl", "scheduling.CoroutineScheduler", "scheduling.CoroutineScheduler\$Worker")) {
        checks.that(name) {
            val type = Class.forName("kotlinx.coroutines.$name")
            val members = type.declaredFields.map { it.toGenericString() } + type.declaredMethods.map { it.toGenericString() } +
                type.declaredConstructors.map { it.toGenericString() } + type.genericInterfaces.map { it.toString() }
            Said.digest(members.sorted()) + " ${type.genericSuperclass} ${type.modifiers} ${type.annotations.size}"
        }
    }
}
