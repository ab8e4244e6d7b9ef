/*
 * claim: threads wait in runBlocking for a result, an element and a lock, until a sleeping thread sets a state that a coroutine awaits
 * twin of: lost-wait
 * seconds: 32
 */
import kotlin.concurrent.thread
import kotlin.system.exitProcess
import kotlinx.coroutines.CompletableDeferred
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.channels.Channel
import kotlinx.coroutines.flow.MutableStateFlow
import kotlinx.coroutines.flow.first
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.sync.Mutex

private val price = CompletableDeferred<Int>()
private val orders = Channel<Int>()
private val table = Mutex(locked = true)
private val opened = MutableStateFlow(false)

fun main() {
  CoroutineScope(Dispatchers.Default).launch {
    opened.first { it }
    price.complete(7)
    orders.send(1)
    table.unlock()
  }
  val prices = thread {
    val paid = runBlocking { price.await() }
    println("paid $paid")
  }
  val first = thread {
    val order = runBlocking { orders.receive() }
    println("first $order")
  }
  val tables = thread {
    runBlocking { table.lock() }
    println("locked")
  }
  thread {
    Thread.sleep(27_000)
    opened.value = true
  }
  listOf(prices, first, tables).forEach { it.join() }
  exitProcess(0)
}
