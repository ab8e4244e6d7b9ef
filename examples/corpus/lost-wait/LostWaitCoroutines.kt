/*
 * claim: threads wait in runBlocking for a result, an element and a lock; the coroutines that should end that threw, or returned
 * expect: lost-wait warning at RESULT
 * expect: lost-wait warning at ELEMENT
 * expect: lost-wait warning at LOCK
 * seconds: 30
 */
import kotlin.concurrent.thread
import kotlin.system.exitProcess
import kotlinx.coroutines.CompletableDeferred
import kotlinx.coroutines.CoroutineExceptionHandler
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.SupervisorJob
import kotlinx.coroutines.channels.Channel
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.sync.Mutex

private val price = CompletableDeferred<Int>()
private val orders = Channel<Int>()
private val table = Mutex()

fun main() {
  val failed = CoroutineExceptionHandler { _, what -> println("failed: $what") }
  val scope = CoroutineScope(SupervisorJob() + Dispatchers.Default + failed)
  scope.launch { price.complete("n/a".toInt()) }
  scope.launch { listOf<Int>().forEach { orders.send(it) } }
  scope.launch { table.lock() }
  thread(name = "prices") {
    val paid = runBlocking { price.await() } // <RESULT>
    println("paid $paid")
  }
  thread(name = "orders") {
    val first = runBlocking { orders.receive() } // <ELEMENT>
    println("first $first")
  }
  thread(name = "tables") {
    Thread.sleep(500)
    runBlocking { table.lock() } // <LOCK>
    println("locked")
  }
  Thread.sleep(28_000)
  exitProcess(0)
}
