/*
 * claim: each send runs on Dispatchers.IO and waits in runBlocking for sends to its channels, which need threads of the same dispatcher (opensearch-project/notifications#1247)
 * expect: pool-deadlock critical at WAIT
 * seconds: 14
 */
import kotlin.system.exitProcess
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.async
import kotlinx.coroutines.awaitAll
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking

val transport = CoroutineScope(Dispatchers.IO)

fun sendToChannel(channel: Int): Int {
  Thread.sleep(300) // a webhook that answers slowly
  return channel
}

fun sendInParallel(channels: List<Int>): List<Int> =
  runBlocking { // <WAIT>
    channels.map { channel -> async(Dispatchers.IO) { sendToChannel(channel) } }.awaitAll()
  }

fun main() {
  repeat(200) {
    transport.launch { sendInParallel(listOf(1, 2, 3)) }
    Thread.sleep(2)
  }
  Thread.sleep(12_000)
  exitProcess(0)
}
