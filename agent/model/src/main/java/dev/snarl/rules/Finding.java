package dev.snarl.rules;

import java.time.Instant;
import java.util.Map;

/**
 * A verdict with its history, as users see it. Field names follow the contract.
 *
 * @param rule the rule's id
 * @param severity how bad
 * @param application name of the application
 * @param site the line to open
 * @param title one sentence
 * @param firstSeen when it was first true
 * @param lastSeen when it was last true
 * @param count events behind it since it was first seen
 * @param evidence what the rule observed last
 * @param threshold the thresholds used
 * @param remedy what to change
 * @param doc path of the rule's page
 * @param id stable hash of rule and key
 * @param resolved whether it has stopped being true
 */
public record Finding(
    String rule,
    Severity severity,
    String application,
    String site,
    String title,
    Instant firstSeen,
    Instant lastSeen,
    long count,
    Map<String, Object> evidence,
    Map<String, Double> threshold,
    String remedy,
    String doc,
    String id,
    boolean resolved) {}
