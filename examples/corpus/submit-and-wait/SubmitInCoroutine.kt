/*
 * claim: a coroutine hands over its records one by one and waits for each; the worker blocks, so
 *   the pair alone is reported
 * expect: async-blocking-pair warning at WAIT
 */
import java.util.concurrent.Callable
import java.util.concurrent.Executors
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking

private val sender = Executors.newFixedThreadPool(4)

private fun send(record: Int): Int {
  Thread.sleep(120)
  return record
}

private fun publish(records: IntRange) {
  for (record in records) {
    sender.submit(Callable { send(record) }).get() // <WAIT>
  }
}

fun main() = runBlocking {
  launch(Dispatchers.IO) { publish(1..80) }.join()
  sender.shutdown()
}
