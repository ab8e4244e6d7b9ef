/*
 * claim: the threads of an executor wait in runBlocking for coroutines that it must run
 * expect: pool-deadlock critical at WAIT
 * seconds: 8
 */
import java.util.concurrent.Executors
import kotlin.system.exitProcess
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.asCoroutineDispatcher
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withContext

private val requests = Executors.newFixedThreadPool(2).asCoroutineDispatcher()

private fun handle(): Int = runBlocking { withContext(requests) { 1 } } // <WAIT>

fun main() {
  val scope = CoroutineScope(requests)
  repeat(2) {
    scope.launch {
      Thread.sleep(300)
      handle()
    }
  }
  Thread.sleep(8_000)
  exitProcess(0)
}
