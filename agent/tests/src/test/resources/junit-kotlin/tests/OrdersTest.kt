package kshop

import dev.snarl.junit.SnarlExtension
import java.util.concurrent.TimeUnit
import org.junit.jupiter.api.MethodOrderer
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.TestMethodOrder
import org.junit.jupiter.api.extension.ExtendWith

@ExtendWith(SnarlExtension::class)
@TestMethodOrder(MethodOrderer.MethodName::class)
class OrdersTest {
    @Test
    fun direct() = Orders().use { forSeconds(5) { it.direct() } }

    @Test
    fun `via pool`() = Orders().use { forSeconds(8) { it.byPool() } }

    private fun forSeconds(seconds: Long, work: () -> Unit) {
        val end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds)
        while (System.nanoTime() - end < 0) work()
    }
}
