import { createParser } from 'eventsource-parser'

/**
 * What a reply sends: the data of each event, or, where it is no stream of events, all of it. `alive`: called for all
 * that comes.
 */
export async function* sentBy(response: Response, alive: () => void): AsyncGenerator<string> {
  const data: string[] = []
  const parser = createParser({ onEvent: (event) => data.push(event.data) })
  const decoder = new TextDecoder()
  let whole = ''
  const isNamed = response.headers.get('content-type')?.includes('event-stream')
  for await (const bytes of response.body ?? []) {
    alive()
    const text = decoder.decode(bytes, { stream: true })
    if (isNamed) parser.feed(text)
    else whole += text
    yield* data.splice(0)
  }
  // Some send events under another name.
  if (/^\s*(?:data|event|id|retry)?:/.test(whole)) parser.feed(whole)
  else if (whole.trim() !== '') yield whole
  // The last event of some ends with the connection.
  parser.feed('\n\n')
  yield* data.splice(0)
}
