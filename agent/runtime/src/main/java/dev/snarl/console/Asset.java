package dev.snarl.console;

/**
 * A file of the page.
 *
 * @param type content type
 * @param etag quoted, changes with the content
 * @param body its bytes; not to be changed
 */
@SuppressWarnings("ArrayRecordComponent")
public record Asset(String type, String etag, byte[] body) {}
