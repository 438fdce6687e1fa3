import { expect, test } from 'vitest'
import { memoryLibrary } from '../memory-library.ts'
import { type Given, taskOf } from '../model/scripted-mind.ts'
import { document, liveEngine, modelFor, run } from './support.ts'

/** Tokens of a context that small models have, and characters of a token. */
const CONTEXT = 8_192
const CHARACTERS = 4

const LONG = 'How did the tram of Larkholm change the shops, the streets and the people of the town? '.repeat(8)

/** Paragraphs of which every one tells of the tram, more of them than any prompt holds. */
const DOCUMENTS = Array.from({ length: 60 }, (_, of) => {
  const sentences = Array.from(
    { length: 40 },
    (_, at) =>
      `The tram of Larkholm carried ${of * 100 + at} people to the shops of street ${at} in the year ${1900 + of}`,
  )
  return document(
    `A history of the tram of Larkholm and its many streets, volume ${of} ${'x'.repeat(250)}`,
    `${sentences.join('. ')}.`,
  )
})

const ids = ({ lines }: Given) => lines.flatMap(({ id }) => (id === undefined ? [] : [String(id)]))

/** A model that plans as much as it may, notes as much as it may, and writes sentences that all are judged and corrected. */
function most(given: Given): string | undefined {
  const name = (at: number) =>
    `What did the tram of Larkholm do to ${Array.from({ length: 22 }, (_, word) => `street ${at * 100 + word}`).join(', ')}?`
  switch (taskOf(given)) {
    case 'plan': {
      const questions = Array.from({ length: 8 }, (_, at) => ({
        question: name(at),
        answered_by: name(at),
        queries: [`tram street ${at}`],
      }))
      return JSON.stringify({ brief: name(0), form: 'report', wanted: name(0), questions })
    }
    case 'notes': {
      const notes = ids(given).map((id, at) => ({
        id,
        shows: name(at),
        for: 0,
      }))
      return JSON.stringify({ notes, state: 'thin', queries: ['tram shops', 'tram people', 'tram year'] })
    }
    case 'outline':
      return JSON.stringify({
        opening: ids(given),
        sections: [{ heading: 'The tram', form: 'prose', notes: ids(given) }],
      })
    case 'write':
      return ids(given)
        .slice(0, 40)
        .map(
          (id, at) =>
            `The tram of Larkholm hauled folk towards merchants of lane ${'abcdefghijklmnopqrstuvwxyz'[at % 26]}, as is told at length here [[${id}]].`,
        )
        .join(' ')
    case 'rewrite':
      return JSON.stringify({ sentences: [] })
    default:
      return undefined
  }
}

test('each prompt fits a model of 8,192 tokens with the most that it can hold, room for the reply included', async () => {
  const { server, model } = await modelFor({ reply: most })
  const engine = await liveEngine({ model, library: memoryLibrary(DOCUMENTS), contextTokens: CONTEXT, judged: true })
  await run(engine, { query: LONG, level: 'high' })
  await run(engine, { query: LONG, level: 'low' })
  const tasks = new Set(server.calls.map(({ task }) => task))
  expect(tasks).toEqual(new Set(['plan', 'notes', 'review', 'outline', 'write', 'judge', 'rewrite', 'reflect']))
  for (const { task, given, body } of server.calls) {
    const sent = (given.instructions.length + given.prompt.length) / CHARACTERS
    expect(sent + (body.max_tokens ?? 0), task).toBeLessThanOrEqual(CONTEXT)
  }
})
