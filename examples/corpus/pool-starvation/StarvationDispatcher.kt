/*
 * claim: three of four slots of a dispatcher wait in runBlocking for its own queue, and a long call holds the fourth
 * expect: pool-starvation warning at WAIT
 * seconds: 16
 */
import kotlin.system.exitProcess
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.ExperimentalCoroutinesApi
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withContext

@OptIn(ExperimentalCoroutinesApi::class)
private val database = Dispatchers.IO.limitedParallelism(4)

private fun read(): Int = runBlocking { withContext(database) { 1 } } // <WAIT>

fun main() {
  val scope = CoroutineScope(database)
  scope.launch { Thread.sleep(30_000) }
  repeat(3) {
    scope.launch {
      Thread.sleep(300)
      read()
    }
  }
  Thread.sleep(16_000)
  exitProcess(0)
}
