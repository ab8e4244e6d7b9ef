/*
 * claim: a limited view of Dispatchers.Default is no other threads: blocking there blocks them
 * expect: blocking-in-coroutine warning at BLOCK
 * flags: -Dkotlinx.coroutines.scheduler.core.pool.size=4
 */
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.ExperimentalCoroutinesApi
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking

@OptIn(ExperimentalCoroutinesApi::class)
fun main() {
  val database = Dispatchers.Default.limitedParallelism(1)
  runBlocking {
    repeat(35) {
      launch(database) {
        Thread.sleep(200) // <BLOCK>
      }
    }
  }
}
