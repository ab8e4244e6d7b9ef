/*
 * claim: all but one of the slots of a dispatcher are in runBlocking for a long queue, which that one works off
 * twin of: pool-deadlock
 * seconds: 10
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

fun main() {
  val scope = CoroutineScope(database)
  repeat(3) {
    scope.launch {
      repeat(8) {
        runBlocking { withContext(database) { Thread.sleep(300) } }
      }
    }
  }
  Thread.sleep(10_000)
  exitProcess(0)
}
