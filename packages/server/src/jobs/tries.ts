/**
 * How often a request is begun at most. If its process, or its thread in that process, died of it each time, it is
 * settled as failed.
 */
export const MOST_TRIES = 2
