/*
 * claim: the same sends as suspend functions, in which a waiting parent gives its thread back (opensearch-project/notifications#1248)
 * twin of: pool-deadlock
 * allow: pool-saturated warning
 * seconds: 14
 */
import kotlin.system.exitProcess
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.async
import kotlinx.coroutines.awaitAll
import kotlinx.coroutines.coroutineScope
import kotlinx.coroutines.launch

val transportSuspending = CoroutineScope(Dispatchers.IO)

fun sendToChannelSlowly(channel: Int): Int {
  Thread.sleep(300)
  return channel
}

suspend fun sendSuspending(channels: List<Int>): List<Int> = coroutineScope {
  channels.map { channel -> async(Dispatchers.IO) { sendToChannelSlowly(channel) } }.awaitAll()
}

fun main() {
  repeat(200) {
    transportSuspending.launch { sendSuspending(listOf(1, 2, 3)) }
    Thread.sleep(2)
  }
  Thread.sleep(12_000)
  exitProcess(0)
}
