import { createParser } from 'eventsource-parser'

/** What a reply sends: the data of each event, or, where it is no stream of events, all of it. `alive`: called for all that comes. */
export async function* sentBy(response: Response, alive: () => void): AsyncGenerator<string> {
  if (!response.headers.get('content-type')?.includes('event-stream')) {
    yield await response.text()
    return
  }
  const data: string[] = []
  const parser = createParser({ onEvent: (event) => data.push(event.data) })
  const decoder = new TextDecoder()
  for await (const bytes of response.body ?? []) {
    alive()
    parser.feed(decoder.decode(bytes, { stream: true }))
    yield* data.splice(0)
  }
  // The last event of some ends with the connection.
  parser.feed('\n\n')
  yield* data.splice(0)
}
