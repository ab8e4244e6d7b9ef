/**
 * What an application may rely on, one printed line for each check. The same program runs with and
 * without agents, and what it prints must not differ; it knows nothing of any agent.
 */
@NullMarked
package dev.snarl.tests.contract;

import org.jspecify.annotations.NullMarked;
