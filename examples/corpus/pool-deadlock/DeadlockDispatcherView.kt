/*
 * claim: a view of Dispatchers.IO limited to one thread waits in runBlocking for a coroutine of its own
 * expect: pool-deadlock critical at WAIT
 * seconds: 8
 */
import kotlin.system.exitProcess
import kotlinx.coroutines.DelicateCoroutinesApi
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.ExperimentalCoroutinesApi
import kotlinx.coroutines.GlobalScope
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withContext

@OptIn(ExperimentalCoroutinesApi::class)
private val database = Dispatchers.IO.limitedParallelism(1)

private fun read(): Int = runBlocking { withContext(database) { 1 } } // <WAIT>

@OptIn(DelicateCoroutinesApi::class)
fun main() {
  GlobalScope.launch(database) {
    Thread.sleep(300)
    read()
  }
  Thread.sleep(8_000)
  exitProcess(0)
}
