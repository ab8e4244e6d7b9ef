/*
 * claim: both threads of Dispatchers.Default are in runBlocking, for coroutines that wait for one of them
 * expect: pool-deadlock critical at WAIT
 * allow: blocking-in-coroutine critical
 * flags: -Dkotlinx.coroutines.scheduler.core.pool.size=2
 * seconds: 8
 */
import kotlin.system.exitProcess
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.async
import kotlinx.coroutines.awaitAll
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking

private suspend fun sum(scope: CoroutineScope): Int =
  List(3) { i -> scope.async(Dispatchers.Default) { i } }.awaitAll().sum()

private fun load(): Int = runBlocking { sum(this) } // <WAIT>

fun main() {
  Thread {
    runBlocking {
      repeat(2) {
        launch(Dispatchers.Default) {
          Thread.sleep(300)
          load()
        }
      }
    }
  }.start()
  Thread.sleep(8_000)
  exitProcess(0)
}
