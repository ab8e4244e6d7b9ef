/*
 * claim: plain code builds a scope for each call, and no coroutine runs where it does
 * twin of: nested-scope
 */
import java.util.concurrent.Executors
import java.util.concurrent.TimeUnit
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.delay
import kotlinx.coroutines.launch

private fun handle() {
  CoroutineScope(Dispatchers.IO).launch { delay(100) }
}

fun main() {
  val requests = Executors.newFixedThreadPool(2)
  repeat(90) {
    requests.execute { handle() }
    Thread.sleep(90)
  }
  requests.shutdown()
  requests.awaitTermination(5, TimeUnit.SECONDS)
}
