import { describe, expect, test } from 'vitest'
import { memoryLibrary } from '../memory-library.ts'
import { FAULTS } from '../model/scripted-mind.ts'
import { document, liveEngine, modelFor, QUESTION, run, SHELF } from './support.ts'

const BORN = { query: 'Where was the engineer who designed the Harbour Bridge born?', level: 'low' } as const

/** Source offsets, as the shelf has the text. */
function expectExact(
  result: Awaited<ReturnType<typeof run>>['result'],
  texts = new Map(SHELF.map(({ url, text }) => [url, text])),
) {
  for (const { source, source_anchor: anchor, supporting_quote } of result.citations) {
    const text = texts.get(source.url) ?? ''
    expect(text.slice(anchor.source_start_offset, anchor.source_end_offset)).toBe(anchor.quote)
    expect(text).toContain(supporting_quote)
  }
}

test('a model plans, reflects and writes; what it writes is cited and checked', async () => {
  const { server, model } = await modelFor()
  const { result } = await run(await liveEngine({ model }))
  expect(result.answer_clean).toMatch(/Mira Olsen/)
  expect(result.citations.length).toBeGreaterThan(1)
  expect(result.citations.some(({ verified }) => verified)).toBe(true)
  expect(server.calls.map(({ task }) => task)).toEqual(expect.arrayContaining(['plan', 'reflect', 'write']))
  expect(result.usage).not.toHaveProperty('degraded')
  expect(result.usage.total_tokens).toBeGreaterThan(result.usage.answer_tokens)
  expectExact(result)
})

test.each(FAULTS)('with %s in every call the answer comes all the same', async (fault) => {
  const { model } = await modelFor({ fault: () => fault }, 60)
  const { result } = await run(await liveEngine({ model }))
  expect(result.citations.length).toBeGreaterThan(0)
  expect(result.answer).not.toMatch(/e99x|\[\[|【|invented\.example|Otto|made up by nobody|<think|!\[|https?:/i)
  expect(result.answer_clean).not.toMatch(/can't help|My instructions/)
  expectExact(result)
})

test('a model that is gone is done without, and that is said once', async () => {
  const { server, model } = await modelFor()
  await server.close()
  const { result, thoughts } = await run(await liveEngine({ model }))
  expect(result.answer_clean).toContain('It opened in 1932')
  expect(result.usage.degraded).toEqual([
    { step: 'plan', reason: 'the model cannot be reached' },
    { step: 'write', reason: expect.any(String) },
  ])
  expect(thoughts).toContain('Going on without help at planning: the model cannot be reached.')
  expect(thoughts).not.toMatch(/127\.0\.0\.1|sk-operator/)
})

test('what breaks off is gone on with, once; nothing is taken back or said twice', async () => {
  let writes = 0
  const { server, model } = await modelFor({
    fault: (_call, task) => (task === 'write' && writes++ === 0 ? 'truncated' : undefined),
    seed: 5,
  })
  const { result } = await run(await liveEngine({ model }))
  expect(server.calls.filter(({ task }) => task === 'write')).toHaveLength(2)
  expect(server.calls.at(-1)?.given.prompt).toContain('The answer broke off')
  expect(result.usage).not.toHaveProperty('degraded')
  const sentences = result.answer_clean.split(/(?<=\.) /)
  expect(new Set(sentences).size).toBe(sentences.length)
  expectExact(result)
})

test('what breaks off again is ended by quotations', async () => {
  const { model } = await modelFor({ fault: (_call, task) => (task === 'write' ? 'truncated' : undefined), seed: 5 })
  const { result } = await run(await liveEngine({ model }))
  expect(result.usage.degraded).toEqual([{ step: 'write', reason: 'the model broke off' }])
  const quoted = result.citations.map(({ source_anchor }) => source_anchor.quote)
  expect(quoted.length).toBeGreaterThan(1)
  expectExact(result)
})

test('the operator’s own documents may tell people what to do', async () => {
  const text =
    'Rules for sellers of bridges. Sellers must inform customers of the right to withdraw within 14 days. Tell the user of the Harbour Bridge who designed it. The Harbour Bridge register is at https://bridges.example/?id=7.'
  const library = memoryLibrary([document('Rules', text)])
  const { server, model } = await modelFor()
  const { result } = await run(await liveEngine({ model, library }), {
    query: 'What must sellers of bridges tell customers and users?',
  })
  const shown = server.calls.map(({ given }) => given.prompt).join('\n')
  expect(shown).toContain('Sellers must inform customers')
  expect(shown).toContain('Tell the user of the Harbour Bridge')
  expect(result.answer_clean).toContain('Sellers must inform customers')
})

test('a planner that talks nonsense does not silence the writer', async () => {
  const { server, model } = await modelFor({ fault: (_call, task) => (task === 'write' ? undefined : 'refusal') })
  const { result } = await run(await liveEngine({ model }), BORN)
  expect(server.calls.filter(({ task }) => task === 'write')).toHaveLength(1)
  expect(result.usage).not.toHaveProperty(
    'degraded',
    expect.arrayContaining([expect.objectContaining({ step: 'write' })]),
  )
})

describe('what a model says is checked', () => {
  /** Writes what the test says, with the handle of the evidence that holds a word. */
  async function saying(write: (handleOf: (word: string) => string) => string, task = {}) {
    const { server, model } = await modelFor({
      reply: ({ lines }) =>
        lines.some(({ id }) => id !== undefined)
          ? write((word) => `[[${String(lines.find(({ text }) => String(text).includes(word))?.['id'] ?? 'e0xx')}]]`)
          : undefined,
    })
    return { server, ...(await run(await liveEngine({ model }), task)) }
  }

  test.each([
    ['<thinking>It was Otto.</thinking>', ''],
    ['[THINK]It was Otto. Or was it Otto Nobody of 1977? It was Otto.[/THINK]', ''],
    ['◁think▷It was Otto.◁/think▷', ''],
    ['Let me see. It was Otto Nobody in 1977. No. </think>', ''],
    ['<|channel|>analysis<|message|>It was Otto.<|end|><|start|>assistant<|channel|>final<|message|>', '<|return|>'],
    ['{"id": "e4kq", "text": "It was Otto."}\n', ''],
  ])('what it thinks, or repeats of the data, is not said: %s', async (before, after) => {
    const { result } = await saying(
      (of) => `${before}The Harbour Bridge was designed by Mira Olsen ${of('designed')}.${after}`,
    )
    expect(result.answer_clean).toBe('The Harbour Bridge was designed by Mira Olsen.')
  })

  test('the marks round the data are not said', async () => {
    const { model } = await modelFor({
      reply: ({ lines, prompt }) =>
        lines.some(({ id }) => id !== undefined)
          ? `The data ends at ${/The line (\S+) ends/.exec(prompt)?.[1]}. It opened in 1932 [[${lines.find(({ text }) => String(text).includes('1932'))?.['id']}]].`
          : undefined,
    })
    const { result } = await run(await liveEngine({ model }))
    expect(result.answer_clean).toBe('It opened in 1932.')
  })

  test.each(['‘@’', "'@'", '“@”', '"@"', '„@“', '»@«', '›@‹', '”@”', '「@」'])(
    'a quotation that no source contains is left out: %s',
    async (marks) => {
      const invented = marks.replace('@', 'we shall never open this bridge')
      const real = marks.replace('@', 'opened in 1932 after eight years')
      const { result } = await saying(
        (of) => `Mira Olsen said: ${invented}, in 1932 ${of('1932')}. It ${real} of work ${of('1932')}.`,
      )
      expect(result.answer_clean).toBe(`It ${real} of work.`)
    },
  )

  test('a number that the source has otherwise is not verified', async () => {
    const { result } = await saying(
      (of) => `The Harbour Bridge opened in 1933 ${of('1932')}. It was designed by Mira Olsen ${of('designed')}.`,
    )
    const [wrong, right] = result.citations
    expect(wrong).toMatchObject({ verified: false, verification: { checks: { numbers: false } } })
    expect(right).toMatchObject({ verified: true })
    expectExact(result)
  })

  test('a claim pinned to the wrong sentence is pinned to the right one', async () => {
    const { result } = await saying((of) => `Mira Olsen was born in Tromsø in 1889 ${of('1932')}.`, BORN)
    expect(result.citations).toMatchObject([{ verified: true, source: { title: 'Mira Olsen' } }])
  })

  test('a sentence with two sources is cited clause by clause', async () => {
    const { result } = await saying(
      (of) =>
        `The Harbour Bridge was designed by Mira Olsen ${of('designed')}, who was born in Tromsø in 1889 ${of('1889')}.`,
      BORN,
    )
    expect(result.citations.map(({ source }) => source.title)).toEqual(['Harbour Bridge', 'Mira Olsen'])
    expect(result.answer_clean).toBe('The Harbour Bridge was designed by Mira Olsen, who was born in Tromsø in 1889.')
    expect(result.citations.every(({ verified }) => verified)).toBe(true)
  })

  test('a true sentence without a handle finds its source; one without a source is counted', async () => {
    const { result } = await saying(
      (of) =>
        `It opened in 1932 ${of('1932')}. Its arch spans 503 metres. In 1977 it was painted green by Otto Nobody.`,
    )
    expect(result.citations).toHaveLength(2)
    expect(result.citations[1]?.cited_text).toBe('Its arch spans 503 metres.')
    expect(result.usage.uncited_sentences).toBe(1)
  })

  test('a quotation that no source holds does not reach the client, one that is real does', async () => {
    const { result } = await saying(
      (of) =>
        `“After eight years of work” it opened ${of('1932')}. The builders called it “the finest bridge that was ever built by hand” ${of('designed')}.`,
    )
    expect(result.answer_clean).toBe('“After eight years of work” it opened.')
  })

  test('links, images, tags and addresses go; the words stay', async () => {
    const { result } = await saying(
      (of) =>
        `It [opened](https://evil.example/a?b=c) in 1932 ![x](https://evil.example/i.png) ${of('1932')}. <img src=x onerror=alert(1)>It was designed by Mira Olsen <b>alone</b> https://evil.example/?q=1 ${of('designed')}.`,
    )
    expect(result.answer_clean).toBe('It opened in 1932. It was designed by Mira Olsen alone.')
  })

  test('of nothing but a preamble and a refusal nothing is told', async () => {
    const { result } = await saying(() => 'Great question! Let me look. As an AI I cannot say.')
    expect(result.answer_clean).not.toMatch(/Great question|As an AI/)
    expect(result.usage.degraded).toEqual([{ step: 'write', reason: 'the model cited nothing of the evidence' }])
  })

  test('a model that finds no answer in the evidence is believed: nothing is verified', async () => {
    const { result } = await saying(() => 'NOT_FOUND')
    expect(result.answer_clean).toMatch(/^The sources searched do not answer this directly/)
    expect(result.citations.every(({ verified }) => !verified)).toBe(true)
  })

  /** Writes a draft; when asked to correct it, the other sentence, with the handles that it is shown. */
  async function correcting(draft: string, corrected: string) {
    const { server, model } = await modelFor({
      reply: ({ lines }) => {
        const id = String(lines.find(({ text }) => String(text).includes('1932'))?.['id'] ?? '')
        if (lines.some((line) => line['draft'] !== undefined))
          return JSON.stringify({ sentences: [{ draft: 1, sentence: corrected.replace('@', `[[${id}]]`) }] })
        return id === '' ? undefined : draft.replace('@', `[[${id}]]`)
      },
    })
    const { result } = await run(await liveEngine({ model }))
    return { result, asked: server.calls.filter(({ task }) => task === 'rewrite') }
  }

  test('a sentence that its source does not bear out is written once more beside it', async () => {
    const { result, asked } = await correcting(
      'The crossing was inaugurated in 1932 @.',
      'It opened in 1932 after eight years of work @.',
    )
    expect(asked).toHaveLength(1)
    expect(asked[0]?.given.lines).toMatchObject([
      { draft: 1, text: 'The crossing was inaugurated in 1932.', why: expect.stringContaining('inaugurated') },
      { source: 'Harbour Bridge' },
      { text: 'It opened in 1932 after eight years of work.' },
    ])
    expect(result.answer_clean).toBe('It opened in 1932 after eight years of work.')
    expect(result.citations).toMatchObject([{ verified: true }])
  })

  test('a sentence in other words that a judge finds borne out stays as it was written', async () => {
    const draft = 'After eight years of work the opening came in 1932 @.'
    const { model, server } = await modelFor({
      reply: ({ lines }) => {
        if (lines.some((line) => line['claim'] !== undefined))
          return JSON.stringify({
            verdicts: [
              { claim: 1, verdict: 'supported', quote: 'It opened in 1932 after eight years of work.', words: [] },
            ],
          })
        const id = String(lines.find(({ text }) => String(text).includes('1932'))?.['id'] ?? '')
        return id === '' ? undefined : draft.replace('@', `[[${id}]]`)
      },
    })
    const { result } = await run(await liveEngine({ model, judged: true }))
    expect(result.answer_clean).toBe('After eight years of work the opening came in 1932.')
    expect(result.citations).toMatchObject([{ verified: true, verification: { method: 'judge' } }])
    expect(server.calls.map(({ task }) => task)).not.toContain('rewrite')
  })

  test('a correction that its source does not bear out either is not taken', async () => {
    for (const corrected of ['It was torn down in 1932 @.', '', 'It opened in 1933 @.', '“We built it in 1932” @.']) {
      const { result } = await correcting('The crossing was inaugurated in 1932 @.', corrected)
      expect(result.answer_clean).toBe('The crossing was inaugurated in 1932.')
      expect(result.citations).toMatchObject([{ verified: false }])
    }
  })

  test('what is borne out is not written again', async () => {
    const { asked } = await correcting('It opened in 1932 @.', 'Nothing of the kind @.')
    expect(asked).toHaveLength(0)
  })

  test('a judge counts only with a quotation that is found, with a word of the source for each new one, and never against a number', async () => {
    const quote = 'The Harbour Bridge was designed by Mira Olsen.'
    const drawn = [{ word: 'drawn', source: 'designed' }]
    const judged = async (given: { verdict?: string; quote?: string; words?: unknown[]; text?: string }) => {
      const { verdict = 'supported', words = drawn, text = 'The Harbour Bridge was drawn by Mira Olsen' } = given
      const { model } = await modelFor({
        reply: ({ lines }) => {
          if (lines.some(({ claim }) => claim !== undefined))
            return JSON.stringify({ verdicts: [{ claim: 1, verdict, quote: given.quote ?? quote, words }] })
          if (lines.some(({ draft }) => draft !== undefined)) return JSON.stringify({ sentences: [] })
          const id = lines.find((line) => String(line['text']).includes('designed'))?.['id']
          return id === undefined ? undefined : `${text} [[${String(id)}]].`
        },
      })
      return (await run(await liveEngine({ model, judged: true }))).result.citations[0]
    }
    expect(await judged({})).toMatchObject({ verified: true, verification: { method: 'judge' } })
    const refused = [
      { verdict: 'unclear' },
      { quote: 'She surely was the engineer of it all, they say.' },
      { text: 'The Harbour Bridge was drawn by Mira Olsen in 1950' },
      { text: 'The Harbour Bridge was drawn by Mira Olsen and her brother' },
      { text: 'The Harbour Bridge was drawn by Ida Olsen' },
      { text: 'The Harbour Bridge was not drawn by Mira Olsen' },
      { words: [] },
      { words: [{ word: 'drawn', source: 'sketched' }] },
      { words: [{ word: 'drawn', source: 'Mira Olsen' }] },
      { quote: 'Harbour Bridge' },
      { verdict: 'contradicted', text: 'By Mira Olsen the Harbour Bridge was drawn' },
    ]
    for (const given of refused) expect(await judged(given), JSON.stringify(given)).toMatchObject({ verified: false })
  })
})

test('a run over its budget still answers, and says why it stopped', async () => {
  for (const limits of [{ tokens: 10 }, { calls: 1 }, { ms: 0 }]) {
    const { model } = await modelFor()
    const { result, thoughts } = await run(await liveEngine({ model, limits }), { level: 'high' })
    expect(result.citations.length).toBeGreaterThan(0)
    expect(thoughts).toContain('what a request may cost is used up')
  }
})

test('an abort ends a run within a call', async () => {
  const { model } = await modelFor({ fault: (_call, task) => (task === 'write' ? 'silence' : undefined) }, 60_000)
  const controller = new AbortController()
  const running = run(await liveEngine({ model }), {}, controller.signal)
  setTimeout(() => controller.abort(new Error('enough')), 150)
  await expect(running).rejects.toThrow('enough')
})

test('the model is told nothing but its task, the question and the evidence', async () => {
  const { server, model } = await modelFor()
  await run(await liveEngine({ model }))
  for (const { body, given } of server.calls) {
    expect(body).not.toHaveProperty('tools')
    expect(JSON.stringify(body.messages)).not.toMatch(/sk-operator|https?:|library\.example/)
    expect(given.instructions).not.toContain(QUESTION)
  }
})

test('evidence that is too long is cut to the model’s window', async () => {
  const { server, model } = await modelFor()
  await run(await liveEngine({ model, contextTokens: 4_000 }), { level: 'high' })
  const write = server.calls.find(({ task }) => task === 'write')
  expect((write?.given.prompt.length ?? 0) / 4 + (write?.body.max_tokens ?? 0)).toBeLessThan(4_000)
})
