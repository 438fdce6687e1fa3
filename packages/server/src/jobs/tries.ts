/**
 * How often a request is begun whose process, or whose thread in that process, dies of it each time: then it is settled
 * as failed.
 */
export const MOST_TRIES = 2
