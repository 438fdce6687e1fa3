import { setFlagsFromString } from 'node:v8'

/**
 * Calls after which V8 compiles a function for the third time, at its best. By itself it does after 3,000, which costs more
 * than it brings where an index is made in seconds and a question answered in less: counted on 8 MB of news and 150 questions,
 * indexing takes 7 % less of the processor with 30,000, and asking 3 %; with 100,000 neither takes less.
 */
const CALLS_BEFORE_BEST = 30_000

/**
 * Calls after which V8 compiles a function for the second time, well. By itself it does after 400: with 1,500, indexing those
 * 8 MB takes 7 % less of the processor, and asking 4 %; with 3,000 asking takes no less than with 1,500.
 */
const CALLS_BEFORE_GOOD = 1_500

/**
 * Megabytes of long-lived objects before V8 collects them for the first time. By itself it does so after a few, as for
 * a page in a browser, and again and again while the texts and words of the first questions come to stay: counted on 7
 * MB of news and 120 questions, a question takes 5 % less of the processor with 120. With 200 it takes 9 % less, but
 * after 60 questions on a folder of 1 GB the service has 23 MB more.
 */
const FIRST_COLLECTION = 120

/**
 * Percent by which long-lived objects may grow before V8 collects them anew. By itself it waits until they are up to
 * four times as many: ten reports at once, where 350 MB are in use, made the service 616 MB large. With 100 % it is 526
 * MB; with 50 % it is 469 MB, but the reports take longer.
 */
const HEAP_GROWTH = 100

/**
 * Changes defaults of V8 that do not suit this program. Without the first flag, V8 would allocate the objects of events
 * among the long-lived ones: while streams are opened, all that is allocated stays, from which V8 concludes that later
 * objects of the same kind stay too. Each collection would then copy thousands of them. Call it first of all, because
 * V8 never takes such a conclusion back.
 */
export function tuneV8(): void {
  setFlagsFromString('--no-allocation-site-pretenuring')
  setFlagsFromString(`--invocation-count-for-turbofan=${CALLS_BEFORE_BEST}`)
  setFlagsFromString(`--invocation-count-for-maglev=${CALLS_BEFORE_GOOD}`)
  // One thread collects what was just made: several would wait for each other for longer than one needs. Counted on 8
  // MB of news, indexing takes 2 % less of the processor with one, and asking takes no more.
  setFlagsFromString('--no-parallel-scavenge')
  setFlagsFromString(`--initial-old-space-size=${FIRST_COLLECTION}`)
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH}`)
  // With each collection of long-lived objects V8 forgets code that ran only once in a while, and compiles it anew for
  // the next question: on the folder of 1 GB, a question takes 5 % less of the processor without that.
  setFlagsFromString('--no-flush-bytecode')
}
