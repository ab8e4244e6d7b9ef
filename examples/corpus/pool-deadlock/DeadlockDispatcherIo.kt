/*
 * claim: each slot of Dispatchers.IO is in runBlocking, for coroutines that wait for a slot
 * expect: pool-deadlock critical at WAIT
 * seconds: 14
 */
import kotlin.system.exitProcess
import kotlinx.coroutines.CompletableDeferred
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.GlobalScope
import kotlinx.coroutines.DelicateCoroutinesApi
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withContext

private fun load(): Int = runBlocking { withContext(Dispatchers.IO) { 1 } } // <WAIT>

@OptIn(DelicateCoroutinesApi::class)
fun main() {
  repeat(64) {
    GlobalScope.launch(Dispatchers.IO) {
      Thread.sleep(500)
      load()
    }
  }
  Thread.sleep(12_000)
  exitProcess(0)
}
