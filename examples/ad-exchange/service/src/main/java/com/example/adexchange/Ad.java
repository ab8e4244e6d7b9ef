package com.example.adexchange;

/**
 * What is shown in a slot.
 *
 * @param slot where it is shown
 * @param campaign whose it is
 * @param cents what was bid for it
 */
public record Ad(int slot, String campaign, int cents) {}
