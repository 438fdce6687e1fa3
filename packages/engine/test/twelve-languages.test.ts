import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readMarkdown } from '../src/corpus/readers/markdown.ts'
import { openEmbeddedEngine } from '../src/embedded.ts'
import { draft, handSource, temporaryFolder } from './corpus/support.ts'
import { TEXTS } from './twelve-languages.ts'

/** Of ten questions in a language so many have to be answered. */
const LEAST = 9

test.each(Object.keys(TEXTS))('nine of ten questions in %s are answered from a text', async (language) => {
  const asked = TEXTS[language] ?? []
  const { text, blocks = [] } = readMarkdown(asked.map(([said], at) => `## ${at + 1}\n\n${said}\n`).join('\n'))
  const { source } = handSource({ all: [draft('Lock', text, { blocks })] })
  const engine = await openEmbeddedEngine({ sources: [source], indexFile: join(temporaryFolder(), 'index.db') })
  onTestFinished(() => engine.close())
  const missed: string[] = []
  for (const [, query, gold] of asked) {
    const events = engine.research({ query, level: 'low' }, { signal: new AbortController().signal })
    for await (const event of events)
      if (event.type === 'completed') {
        const [first] = event.result.citations
        if (!first?.cited_text.includes(gold)) missed.push(`${query} ${event.result.answer_clean.slice(0, 200)}`)
      }
  }
  expect(missed.length, missed.join('\n')).toBeLessThanOrEqual(asked.length - LEAST)
})
