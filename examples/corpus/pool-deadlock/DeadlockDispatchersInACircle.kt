/*
 * claim: two limited dispatchers wait in runBlocking for each other's coroutines
 * expect: pool-deadlock critical at FIRST or SECOND
 * seconds: 8
 */
import kotlin.system.exitProcess
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.ExperimentalCoroutinesApi
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withContext

@OptIn(ExperimentalCoroutinesApi::class)
private val orders = Dispatchers.IO.limitedParallelism(2)

@OptIn(ExperimentalCoroutinesApi::class)
private val stock = Dispatchers.IO.limitedParallelism(2)

fun main() {
  repeat(2) {
    CoroutineScope(orders).launch {
      Thread.sleep(300)
      runBlocking { withContext(stock) { 1 } } // <FIRST>
    }
    CoroutineScope(stock).launch {
      Thread.sleep(300)
      runBlocking { withContext(orders) { 1 } } // <SECOND>
    }
  }
  Thread.sleep(8_000)
  exitProcess(0)
}
