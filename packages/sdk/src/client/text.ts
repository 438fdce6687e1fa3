import { CiteParser } from '#citations/cite-parser.ts'
import type { StreamEvent } from '#stream/decode-event.ts'
import type { EventPump } from './event-pump.ts'

const END: IteratorResult<string, undefined> = { done: true, value: undefined }

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff
}

/** Turns events into clean text; an answer that came in no pieces comes at the end. */
function createCleaner(): (event: StreamEvent) => string {
  const parser = new CiteParser()
  let held = ''
  let came = false

  /** Half of a character waits for its other half. */
  function wholeCharacters(text: string): string {
    const whole = held + text
    held = isHighSurrogate(whole.charCodeAt(whole.length - 1)) ? whole.slice(-1) : ''
    return held === '' ? whole : whole.slice(0, -1)
  }

  function textOf(tokens: ReturnType<CiteParser['push']>): string {
    return tokens.map((token) => (token.type === 'text' ? token.text : '')).join('')
  }

  return (event) => {
    if (event.type === 'research.answer.delta' && typeof event.data.content === 'string') {
      came = true
      return wholeCharacters(textOf(parser.push(event.data.content)))
    }
    if (event.type !== 'research.completed') return ''
    if (!came) return textOf([...parser.push(event.data.answer), ...parser.end()])
    const rest = held + textOf(parser.end())
    held = ''
    return rest
  }
}

/** The clean text of a stream's answer, piece by piece. */
export function cleanText(pump: EventPump): AsyncIterableIterator<string, undefined> {
  const clean = createCleaner()
  const next = async (): Promise<IteratorResult<string, undefined>> => {
    for (;;) {
      const result = await pump.next()
      if (result.done === true) return END
      const text = clean(result.value)
      if (text !== '') return { done: false, value: text }
    }
  }
  const iterator: AsyncIterableIterator<string, undefined> = {
    next,
    return: () => pump.return().then(() => END),
    [Symbol.asyncIterator]: () => iterator,
  }
  return iterator
}
