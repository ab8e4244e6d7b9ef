package com.example.orders;

/**
 * An order.
 *
 * @param id given by the database
 * @param item what was ordered
 * @param shipped whether the listener has seen it
 */
public record Order(long id, String item, boolean shipped) {}
