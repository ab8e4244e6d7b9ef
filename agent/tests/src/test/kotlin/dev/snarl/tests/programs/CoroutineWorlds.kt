package dev.snarl.tests.programs

import java.util.ArrayDeque
import java.util.Deque
import java.util.Random
import java.util.concurrent.ConcurrentHashMap
import java.util.concurrent.CountDownLatch
import java.util.concurrent.Executors
import java.util.concurrent.atomic.AtomicInteger
import kotlin.concurrent.thread
import kotlin.coroutines.resume
import kotlinx.coroutines.*
import kotlinx.coroutines.channels.Channel
import kotlinx.coroutines.flow.MutableSharedFlow
import kotlinx.coroutines.flow.MutableStateFlow
import kotlinx.coroutines.flow.first
import kotlinx.coroutines.selects.select
import kotlinx.coroutines.sync.Mutex
import kotlinx.coroutines.sync.Semaphore

private typealias Step = suspend CoroutineScope.() -> Unit

private const val REAP_MILLIS = 1_500L
private val KEPT = ConcurrentHashMap<Int, CompletableDeferred<String>>()
private val RESUMED = ConcurrentHashMap<Int, CancellableContinuation<Unit>>()

/**
 * Small random worlds of coroutines that wait for each other, whose truth is which threads go on: each of some threads
 * runs its steps in runBlocking, others are launched on a pool or on Dispatchers.IO, where some of them block a thread.
 * The arguments are a seed, how many worlds, and milliseconds between them; it says `begun`, and what [Steps] says.
 */
fun main(arguments: Array<String>) {
    val random = Random(arguments[0].toLong())
    thread(isDaemon = true, name = "reaper") { reap() }
    println("begun")
    repeat(arguments[1].toInt()) {
        CoroutineWorld(random, "k$it").start(it)
        Thread.sleep(arguments[2].toLong())
    }
    Steps.told()
}

/** Ends what only a static map leads to. */
private fun reap() {
    while (true) {
        Thread.sleep(REAP_MILLIS)
        KEPT.values.forEach { it.complete("late") }
        KEPT.clear()
        RESUMED.values.forEach { it.resume(Unit) }
        RESUMED.clear()
    }
}

/** Each step is forgotten once it is over; a coroutine may end early, as one that throws. */
private suspend fun CoroutineScope.all(steps: Deque<Step>, ends: Int) {
    var over = 0
    while (true) {
        val step = steps.poll() ?: return
        if (over++ == ends) return
        step(this)
        Steps.wentOn()
    }
}

private fun blocks(steps: Deque<Step>, ends: Int) {
    Steps.begun()
    try {
        runBlocking { all(steps, ends) }
    } catch (e: Exception) {
        // As one that throws: a closed channel, a cancelled job.
    } finally {
        Steps.over()
    }
}

private class CoroutineWorld(private val random: Random, private val name: String) {
    private val threads = List(1 + random.nextInt(3)) { ArrayList<Step>() }
    private val launched = List(random.nextInt(3)) { ArrayList<Step>() }
    private val pool: CoroutineDispatcher

    init {
        val prefix = "$name-pool-"
        val next = AtomicInteger()
        pool =
            if (rarely()) {
                Dispatchers.IO
            } else {
                Executors.newFixedThreadPool(1 + random.nextInt(2)) { Thread(it, prefix + next.incrementAndGet()) }
                    .asCoroutineDispatcher()
            }
    }

    fun start(number: Int) {
        repeat(1 + random.nextInt(4)) { thing(number) }
        threads.forEachIndexed { i, steps ->
            val ends = ends(steps)
            val own = ArrayDeque(steps)
            thread(name = "$name-t$i") { blocks(own, ends) }
        }
        for (steps in launched) {
            val ends = ends(steps)
            val own = ArrayDeque(steps)
            GlobalScope.launch(pool + ignored) { all(own, ends) }
        }
    }

    private fun ends(steps: List<Step>) = if (random.nextInt(6) == 0) random.nextInt(steps.size + 1) else steps.size

    private fun rarely() = random.nextInt(4) == 0

    private fun add(step: Step) {
        val own = (threads + launched).let { it[random.nextInt(it.size)] }
        val placed: Step = if (rarely()) { { launch { step() } } } else step
        own.add(random.nextInt(own.size + 1), placed)
        if (random.nextInt(3) == 0) {
            val millis = random.nextInt(300).toLong()
            own.add(random.nextInt(own.size + 1)) { delay(millis) }
        }
    }

    private fun thing(number: Int) {
        when (random.nextInt(15)) {
            0, 1 -> channel()
            2 -> mutex()
            3 -> mutexes()
            4 -> permits()
            5 -> deferred()
            6 -> job()
            7, 8 -> selects()
            9 -> latch()
            10 -> nested()
            11 -> flows()
            12 -> callback()
            13 -> timeouts()
            else -> elsewhere(number)
        }
    }

    private fun channel() {
        val channel = Channel<String>(listOf(0, 1, Channel.UNLIMITED, Channel.CONFLATED)[random.nextInt(4)])
        repeat(1 + random.nextInt(3)) { add { channel.receive() } }
        repeat(random.nextInt(4)) { add { channel.send("x") } }
        if (rarely()) add { for (each in channel) Steps.wentOn() }
        if (rarely()) add { channel.close() }
    }

    private fun mutex() {
        val mutex = Mutex()
        repeat(3) {
            val back = !rarely()
            add {
                mutex.lock()
                delay(20)
                if (back) mutex.unlock()
            }
        }
    }

    private fun mutexes() {
        val one = Mutex()
        val other = Mutex()
        add { inside(one, other) }
        if (random.nextBoolean()) add { inside(other, one) } else add { inside(one, other) }
    }

    private fun permits() {
        val permits = Semaphore(1 + random.nextInt(2))
        repeat(3) {
            val back = !rarely()
            add {
                permits.acquire()
                delay(20)
                if (back) permits.release()
            }
        }
    }

    private fun deferred() {
        val deferred = CompletableDeferred<String>()
        add { deferred.await() }
        add { deferred.join() }
        if (!rarely()) add { deferred.complete("x") } else if (rarely()) add { deferred.cancel() }
    }

    private fun job() {
        val on = pool
        val first = CompletableDeferred<Unit>()
        val ends = !rarely()
        add {
            val job = launch(on) { if (ends) delay(50) else first.await() }
            if (ends) first.complete(Unit)
            job.join()
        }
        add { async(on) { first.await() }.await() }
    }

    private fun selects() {
        val one = Channel<String>()
        val other = Channel<String>(1)
        val deferred = CompletableDeferred<String>()
        val timed = rarely()
        add {
            withTimeoutOrNull(if (timed) 200L else Long.MAX_VALUE) {
                select<Unit> {
                    one.onReceive {}
                    deferred.onAwait {}
                }
            }
        }
        add {
            select<Unit> {
                one.onSend("x") {}
                other.onReceive {}
            }
        }
        repeat(random.nextInt(3)) { add { other.send("y") } }
        if (rarely()) add { deferred.complete("z") }
    }

    /** Blocks the thread that runs the coroutine. */
    private fun latch() {
        val latch = CountDownLatch(1)
        add { latch.await() }
        if (!rarely()) add { latch.countDown() }
    }

    private fun nested() {
        val on = pool
        add {
            withContext(on) {
                runBlocking { withContext(on) { delay(10) } }
                Steps.wentOn()
            }
        }
        if (random.nextBoolean()) add { runBlocking { launch(on) { delay(30) } } }
    }

    private fun flows() {
        val shared = MutableSharedFlow<String>()
        val state = MutableStateFlow(0)
        add { shared.first() }
        add { state.first { it > 0 } }
        if (random.nextBoolean()) {
            add {
                delay(100)
                shared.emit("x")
            }
        }
        if (!rarely()) add { state.value = 1 }
    }

    /** A callback that another thread calls, or swallows. */
    private fun callback() {
        val swallowed = rarely()
        add {
            suspendCancellableCoroutine<Unit> { caller ->
                thread(isDaemon = true) {
                    Thread.sleep(150)
                    if (!swallowed) caller.resume(Unit)
                }
            }
        }
    }

    private fun timeouts() {
        val never = CompletableDeferred<String>()
        add { withTimeoutOrNull(200) { never.await() } }
        add { never.await() }
        if (random.nextBoolean()) add { withTimeout(100) { never.join() } }
        if (rarely()) add { never.complete("x") }
    }

    /** Ended by somebody to whom no coroutine of this world leads. */
    private fun elsewhere(number: Int) {
        val deferred = CompletableDeferred<String>()
        when (random.nextInt(3)) {
            0 -> KEPT[number] = deferred
            1 -> add { suspendCancellableCoroutine<Unit> { RESUMED[number] = it } }
            else -> GlobalScope.launch {
                delay(400)
                deferred.complete("x")
            }
        }
        add { deferred.await() }
    }

    private companion object {
        val ignored = CoroutineExceptionHandler { _, _ -> }

        suspend fun inside(outer: Mutex, inner: Mutex) {
            outer.lock()
            try {
                delay(30)
                inner.lock()
                inner.unlock()
            } finally {
                outer.unlock()
            }
        }
    }
}
