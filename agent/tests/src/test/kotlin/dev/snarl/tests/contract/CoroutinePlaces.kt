/** Where coroutines run, and what they know of it. */
package dev.snarl.tests.contract

import java.lang.ref.WeakReference
import java.util.concurrent.CountDownLatch
import java.util.concurrent.Executors
import java.util.concurrent.ThreadFactory
import java.util.concurrent.atomic.AtomicInteger
import kotlin.coroutines.AbstractCoroutineContextElement
import kotlin.coroutines.ContinuationInterceptor
import kotlin.coroutines.CoroutineContext
import kotlin.coroutines.coroutineContext
import kotlinx.coroutines.*
import kotlinx.coroutines.flow.map
import kotlinx.coroutines.flow.toList

private class Counting(private val under: CoroutineDispatcher) : CoroutineDispatcher() {
    val asked = AtomicInteger()
    val dispatched = AtomicInteger()

    override fun isDispatchNeeded(context: CoroutineContext): Boolean {
        asked.incrementAndGet()
        return true
    }

    override fun dispatch(context: CoroutineContext, block: Runnable) {
        dispatched.incrementAndGet()
        under.dispatch(context, block)
    }

    override fun toString(): String = throw IllegalStateException("asked for its name")

    override fun hashCode(): Int = throw IllegalStateException("asked for its hash")
}

internal fun dispatchers(checks: Checks) {
    checks.that("where one runs") {
        noted { seen ->
            for (dispatcher in listOf(Dispatchers.Default, Dispatchers.IO, Dispatchers.Unconfined, Dispatchers.Default.limitedParallelism(1))) {
                withContext(dispatcher) {
                    val thread = Thread.currentThread()
                    seen += "$dispatcher ${where()} ${thread.javaClass.name} ${thread.isDaemon} ${thread.priority} " +
                        "${thread.threadGroup.name} ${thread.contextClassLoader?.name} ${coroutineContext[ContinuationInterceptor]}"
                }
            }
        }.map { it.plainly() }
    }
    checks.that("of an executor") {
        val made = AtomicInteger()
        val factory = ThreadFactory { task -> Thread(task, "own-${made.incrementAndGet()}") }
        val pool = Executors.newFixedThreadPool(2, factory)
        val dispatcher = pool.asCoroutineDispatcher()
        val seen = noted { seen -> repeat(5) { withContext(dispatcher) { seen += "$it" } } }
        val task = Thread.currentThread().name
        dispatcher.close()
        "$seen ${made.get()} $task ${pool.isShutdown} ${dispatcher.executor === pool}"
    }
    checks.that("closed") {
        val pool = Executors.newSingleThreadExecutor()
        val dispatcher = pool.asCoroutineDispatcher()
        dispatcher.close()
        val job = CoroutineScope(dispatcher).launch { }
        runBlocking { job.join() }
        "${job.isCancelled} ${Said.failure { runBlocking { withContext(dispatcher) { "ran" } } }}"
    }
    checks.that("calls of an own dispatcher") {
        val counting = Counting(Dispatchers.Default.limitedParallelism(1))
        val seen = runBlocking {
            CoroutineScope(counting).launch { repeat(3) { yield() }; launch { yield() }.join() }.join()
            withContext(counting) { "ran" }
        }
        Moments.sleep(50)
        "$seen ${counting.asked.get()} ${counting.dispatched.get()}"
    }
    checks.that("one that refuses") {
        val refuses = object : CoroutineDispatcher() {
            override fun dispatch(context: CoroutineContext, block: Runnable) = throw IllegalStateException("refused")
        }
        val seen = notes()
        val ended = uncaughtBy({ _, e -> seen += e.javaClass.name }) {
            Said.failure { runBlocking { CoroutineScope(refuses).launch { }.join() } }.plainly()
        }
        "$ended $seen"
    }
    checks.that("as an executor") {
        val ran = CountDownLatch(1)
        val seen = notes()
        Dispatchers.Default.asExecutor().execute { seen += where(); ran.countDown() }
        Moments.await(ran)
        seen
    }
    checks.that("loops in loops") { runBlocking { runBlocking { withContext(Dispatchers.Default) { runBlocking { yield(); where() } } } } }
    checks.that("stack of a coroutine") {
        runBlocking(Dispatchers.Default) { yield(); Throwable("here").stackTrace.joinToString(" < ") { Said.frame(it) } }
    }
    checks.that("stack seen by a walker") {
        runBlocking(Dispatchers.Default) {
            StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE).walk { frames -> frames.map { "${it.declaringClass.name}.${it.methodName}${it.descriptor}" }.toList() }
        }
    }
}

private class Tag(val name: String) : AbstractCoroutineContextElement(Tag) {
    companion object Key : CoroutineContext.Key<Tag>

    val calls = AtomicInteger()

    override fun <E : CoroutineContext.Element> get(key: CoroutineContext.Key<E>): E? {
        calls.incrementAndGet()
        return super.get(key)
    }

    override fun <R> fold(initial: R, operation: (R, CoroutineContext.Element) -> R): R {
        calls.incrementAndGet()
        return super.fold(initial, operation)
    }

    override fun minusKey(key: CoroutineContext.Key<*>): CoroutineContext {
        calls.incrementAndGet()
        return super.minusKey(key)
    }

    override fun toString(): String = "Tag $name"
}

private class Bound(val seen: MutableList<String>) : ThreadContextElement<String>, AbstractCoroutineContextElement(Bound) {
    companion object Key : CoroutineContext.Key<Bound>

    override fun updateThreadContext(context: CoroutineContext): String {
        seen += "update"
        return "old"
    }

    override fun restoreThreadContext(context: CoroutineContext, oldState: String) {
        seen += "restore $oldState"
    }
}

private fun elements(context: CoroutineContext): String =
    context.fold(ArrayList<String>()) { all, one -> all.also { it += "${one.key.javaClass.name}=${one.javaClass.name}" } }.toString()

internal fun contexts(checks: Checks) {
    checks.that("elements") {
        noted { seen ->
            seen += elements(coroutineContext)
            launch(CoroutineName("named") + Tag("one")) { seen += elements(coroutineContext) }.join()
            withContext(Tag("two") + Dispatchers.Default) { seen += elements(coroutineContext) + coroutineContext[Tag] }
            seen += elements(GlobalScope.coroutineContext) + elements(CoroutineScope(Tag("three")).coroutineContext)
        }
    }
    checks.that("calls of an own element") {
        val tag = Tag("counted")
        runBlocking(tag) {
            launch { yield() }.join()
            withContext(Dispatchers.Default) { yield() }
            CoroutineScope(tag).launch { yield() }.join()
            GlobalScope.launch(tag) { yield() }.join()
        }
        Moments.sleep(50)
        tag.calls.get()
    }
    checks.that("elements bound to the thread") {
        val seen = notes()
        runBlocking(Bound(seen)) {
            launch { seen += "child"; yield(); seen += "again" }
            withContext(CoroutineName("other")) { seen += "same dispatcher" }
        }
        seen
    }
    checks.that("thread-locals") {
        val local = ThreadLocal.withInitial { "initial" }
        val inherited = InheritableThreadLocal<String>().apply { set("inherited") }
        noted { seen ->
            withContext(local.asContextElement("bound")) {
                seen += local.get()
                withContext(Dispatchers.Default) { seen += local.get(); local.set("changed"); yield(); seen += "${local.get() in listOf("changed", "bound")}" }
                seen += local.get()
            }
            seen += "${local.get()} ${inherited.get()}"
        }
    }
    checks.that("a child's context") {
        noted { seen ->
            val parent = coroutineContext[Job]!!
            val interceptor = coroutineContext[ContinuationInterceptor]
            val child = launch { seen += "${coroutineContext[Job] === parent} ${coroutineContext[ContinuationInterceptor] === interceptor}" }
            seen += "${child in parent.children.toList()}"
            child.join()
            seen += "${parent.children.count()}"
        }
    }
    checks.that("names") {
        noted { seen ->
            seen += coroutineContext[Job].toString()
            seen += launch { }.toString()
            seen += async(start = CoroutineStart.LAZY) { }.also { it.cancel() }.toString()
            seen += withContext(Dispatchers.Default) { coroutineContext.toString() }
            seen += Thread.currentThread().name
        }.map { it.plainly() }
    }
}

internal fun scopes(checks: Checks) {
    checks.that("coroutineScope waits") {
        noted { seen ->
            coroutineScope {
                launch { delay(20); seen += "child" }
                seen += "body"
            }
            seen += "after"
        }
    }
    checks.that("a scope of its own does not") {
        noted { seen ->
            val go = CompletableDeferred<Unit>()
            val other = CoroutineScope(Dispatchers.Default)
            val job = coroutineScope { other.launch { go.await(); seen += "other" } }
            seen += "after ${job.isActive}"
            go.complete(Unit)
            job.join()
            other.cancel()
            seen += "${other.isActive} ${other.launch { seen += "never" }.isCancelled}"
        }
    }
    checks.that("nested in coroutines") {
        val seen = notes()
        val global = runBlocking {
            withContext(Dispatchers.Default) {
                (1..50).map { n -> CoroutineScope(Job()).launch { delay(1); seen += "scope $n" } } + (1..50).map { n -> GlobalScope.launch { seen += "global $n" } }
            }
        }
        runBlocking { global.joinAll() }
        seen.sorted().let { "${it.size} ${it.first()} ${it.last()}" }
    }
    checks.that("what ended is not kept") {
        val kept = ArrayList<WeakReference<Any>>()
        runBlocking(Dispatchers.Default) {
            repeat(50) {
                val big = ByteArray(1024)
                val scope = CoroutineScope(Job())
                val job = scope.launch { yield(); big[0] = 1 }
                job.join()
                kept += listOf(big, scope, job).map { WeakReference(it) }
                val never = CoroutineScope(Job()).launch { delay(Long.MAX_VALUE / 2) }
                never.cancelAndJoin()
                kept += WeakReference(never)
            }
        }
        Moments.until("they are collected") {
            System.gc()
            kept.count { it.get() != null } <= 4
        }
        "collected"
    }
    checks.that("the end of a job") {
        noted { seen ->
            val job = Job()
            val child = launch(job) { delay(10) }
            seen += "${job.complete()} ${job.isCompleted} ${job.isActive}"
            job.join()
            seen += "${child.isCompleted} ${job.isCompleted} ${job.complete()}"
            val failed = CompletableDeferred<String>()
            seen += "${failed.completeExceptionally(IllegalStateException("told"))} ${failed.complete("too late")}"
            seen += Said.failure { failed.getCompleted() }
        }
    }
}
