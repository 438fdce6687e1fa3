import { type ResearchEvent, researchEventSchema } from '@deep-research/sdk/contract'

/** A stream, read to its end: the text as it came, its data lines, and their envelopes, checked. */
export interface ReadStream {
  text: string
  data: string[]
  events: ResearchEvent[]
}

/** Reads a whole stream and checks each envelope against the contract. */
export async function readStream(response: Response): Promise<ReadStream> {
  const text = await response.text()
  return { text, data: dataLines(text), events: eventsIn(text) }
}

/** The envelopes of a stream's text, each checked against the contract. */
export function eventsIn(text: string): ResearchEvent[] {
  const envelopes = dataLines(text).filter((line) => line !== '[DONE]')
  return envelopes.map((line) => researchEventSchema.parse(JSON.parse(line)) as ResearchEvent)
}

/** Reads on until the stream's text so far holds `part`. The reader stays usable. */
export async function readUntil(reader: ReadableStreamDefaultReader<Uint8Array>, part: string): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  while (!text.includes(part)) {
    const { done, value } = await reader.read()
    if (done) throw new Error(`the stream ended before ${part}: ${text}`)
    text += decoder.decode(value, { stream: true })
  }
  return text
}

/** The stream's reader, taken. */
export function readerOf(response: Response): ReadableStreamDefaultReader<Uint8Array> {
  if (!response.body) throw new Error('the response has no body')
  return response.body.getReader()
}

function dataLines(text: string): string[] {
  return text
    .split('\n')
    .filter((line) => line.startsWith('data: '))
    .map((line) => line.slice('data: '.length))
}
