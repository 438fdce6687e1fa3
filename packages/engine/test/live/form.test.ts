import { expect, test } from 'vitest'
import { memoryLibrary } from '../memory-library.ts'
import { liveEngine, modelFor, QUESTION, run } from './support.ts'
import { TOWN, TRAM } from './town.ts'

test('what a question says of the form of its answer is told to the model, and kept to', async () => {
  const ask = async (asked: string) => {
    const { server, model } = await modelFor()
    const { result } = await run(await liveEngine({ model }), { query: `${QUESTION} ${asked}` })
    const { lines = [] } = server.calls.find(({ task }) => task === 'write')?.given ?? {}
    return { ...result, form: lines.find(({ form }) => form !== undefined)?.['form'] }
  }
  const short = await ask('Answer in one sentence.')
  expect(short.form).toBe('at most 1 sentence')
  expect(short.answer_clean.match(/[.!?](?=\s|$)/g)).toHaveLength(1)
  const brief = await ask('Answer in under 60 characters.')
  expect(brief.answer_clean.length).toBeLessThan(60)
  expect((await ask('Answer as a list.')).form).toBe('as a list')
})

test('an answer at low has no more than two hundred words', async () => {
  const long = `The Harbour Bridge was designed by Mira Olsen${' and by her'.repeat(40)}`
  const { model } = await modelFor({
    reply: ({ lines }) => {
      const id = lines.find((line) => line['id'] !== undefined)?.['id']
      return id === undefined ? undefined : [1, 2, 3, 4, 5].map((n) => `${long} ${n} [[${String(id)}]].`).join(' ')
    },
  })
  const { result } = await run(await liveEngine({ model }))
  expect(result.answer_clean.split(/\s+/).length).toBeLessThan(200 + long.split(' ').length)
  expect(result.answer_clean).not.toContain(' 4.')
})

test('a report has the length and the language that the question asks for', async () => {
  const ask = async (asked: string) => {
    const { server, model } = await modelFor()
    const engine = await liveEngine({ model, library: memoryLibrary(TOWN) })
    const { result } = await run(engine, { query: `${TRAM} ${asked}`, level: 'high' })
    const forms = server.calls.flatMap(({ task, given }) =>
      task === 'write' ? [given.lines.find((line) => line['form_wanted'] !== undefined)?.['form_wanted']] : [],
    )
    return {
      words: result.answer_clean.split(/\s+/).length,
      headings: result.answer_clean.match(/^\*\*/gm) ?? [],
      forms,
    }
  }
  const free = await ask('')
  expect(free.forms.every((form) => form === undefined)).toBe(true)
  const short = await ask('Write a report of about 400 words.')
  expect(short.words).toBeLessThanOrEqual(400)
  expect(short.words).toBeLessThan(free.words)
  expect(short.headings.length).toBeGreaterThan(1)
  expect(new Set(short.forms)).toEqual(new Set(['about 400 words in all']))
  const german = await ask('Answer in German.')
  expect(new Set(german.forms)).toEqual(new Set(['in German']))
})
