/*
 * claim: each of many coroutines, one after the other on one thread, waits for one short task
 * allow: pool-saturated info
 * twin of: submit-and-wait
 * allow: async-blocking-pair warning
 */
import java.util.concurrent.Callable
import java.util.concurrent.Executors
import kotlinx.coroutines.asCoroutineDispatcher
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking

private val sender = Executors.newFixedThreadPool(4)

private fun send(record: Int): Int {
  Thread.sleep(5)
  return record
}

fun main() = runBlocking {
  val one = Executors.newSingleThreadExecutor().asCoroutineDispatcher()
  (1..1500).map { record -> launch(one) { sender.submit(Callable { send(record) }).get() } }.forEach { it.join() }
  one.close()
  sender.shutdown()
}
