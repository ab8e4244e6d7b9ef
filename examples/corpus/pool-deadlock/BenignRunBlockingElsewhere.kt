/*
 * claim: each slot of Dispatchers.IO is in runBlocking, for coroutines of another dispatcher that end after a while
 * twin of: pool-deadlock
 * seconds: 12
 */
import kotlin.system.exitProcess
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.delay
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withContext

fun main() {
  val scope = CoroutineScope(Dispatchers.IO)
  repeat(70) {
    scope.launch {
      runBlocking {
        withContext(Dispatchers.Default) { delay(7_000) }
        launch(Dispatchers.Default) { Thread.sleep(20) }
      }
    }
  }
  Thread.sleep(12_000)
  exitProcess(0)
}
