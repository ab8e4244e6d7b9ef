/*
 * claim: as many coroutines sleep on Dispatchers.Default as it has threads: nothing else can run there
 * expect: blocking-in-coroutine critical at BLOCK
 * flags: -Dkotlinx.coroutines.scheduler.core.pool.size=2
 */
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.yield

fun main() = runBlocking {
  repeat(2) {
    launch(Dispatchers.Default) {
      repeat(20) {
        Thread.sleep(400) // <BLOCK>
        yield()
      }
    }
  }
}
