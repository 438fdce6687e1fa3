import type { StreamEvent } from '#stream/decode-event.ts'
import type { EventPump, StreamIterator } from './event-pump.ts'
import type { PartialTracker } from './partial.ts'

/** An event and the text that it completed. */
export interface EventWithText {
  /** The event as it arrived. */
  readonly event: StreamEvent
  /** Plain text of the answer, never with half a tag or half a character; '' if the event completed none. */
  readonly text: string
}

type Promised<Item> = IteratorResult<Item, undefined> | Promise<IteratorResult<Item, undefined>>

/** The end of a text, or the first half of a character at its end. */
const END = /[\uD800-\uDBFF]?$/

/** An iterator over what `pick` makes of each event and the text that it completed; undefined values are left out. */
export function withPlainText<Item>(
  pump: EventPump,
  partial: PartialTracker,
  pick: (event: StreamEvent, text: string) => Item | undefined,
): StreamIterator<Item> {
  /** Half a character, which waits for its other half. */
  let held = ''
  function step({ done, value }: IteratorResult<StreamEvent, undefined>): Promised<Item> {
    if (done) return { done, value }
    const text = held + partial.takeText()
    const end = value.type === 'research.completed' ? text.length : text.search(END)
    held = text.slice(end)
    const item = pick(value, text.slice(0, end))
    return item === undefined ? iterator.next() : { done: false, value: item }
  }
  const iterator: StreamIterator<Item> = {
    next: () => pump.next().then(step) as Promise<IteratorResult<Item, undefined>>,
    return: () => pump.return() as Promise<IteratorResult<Item, undefined>>,
    [Symbol.asyncIterator]: () => iterator,
  }
  return iterator
}
