/** Lets assistants call the command line by the Model Context Protocol, on standard streams. */
@NullMarked
package dev.snarl.mcp;

import org.jspecify.annotations.NullMarked;
