import type { EventPump } from './event-pump.ts'
import type { PartialTracker } from './partial.ts'

/** The clean text of a stream's answer, piece by piece. */
export function cleanText(pump: EventPump, partial: PartialTracker): AsyncIterableIterator<string, undefined> {
  /** Half of a character, which waits for its other half. */
  let held = ''
  const iterator: AsyncIterableIterator<string, undefined> = {
    async next() {
      for (;;) {
        const { done, value } = await pump.next()
        if (done) return { done, value }
        const text = held + partial.takeText()
        held = value.type === 'research.completed' ? '' : (/[\ud800-\udbff]$/.exec(text)?.[0] ?? '')
        const whole = text.slice(0, text.length - held.length)
        if (whole !== '') return { done: false, value: whole }
      }
    },
    return: () => pump.return() as Promise<IteratorResult<string, undefined>>,
    [Symbol.asyncIterator]: () => iterator,
  }
  return iterator
}
