import { expect, test } from 'vitest'
import { type Given, taskOf } from '../model/scripted-mind.ts'
import { modelFor, run } from './support.ts'
import { surfer } from './surf.ts'
import { TOWN } from './town.ts'

/** Pages on a tram, long enough to be read, whatever is searched for. */
const PAGES = Object.fromEntries(
  TOWN.map(({ text }, i) => [`paper${i}.example/page`, `<title>Page ${i}</title><p>${`${text} `.repeat(3)}</p>`]),
)
const RESULTS = Object.keys(PAGES).map((key, i) => ({ url: `http://${key}`, title: `Page ${i}`, content: 'A page.' }))

const ASKED = [
  'What are the most effective approaches to scaling ion traps from small demonstrations to systems that solve real problems? Please write a report on cooling, shuttling and control.',
  'As a researcher of crops, please develop a design report on measuring the shape of grains with cameras and neural networks.',
  'Compare the pension systems of Chile and Denmark, and what their reforms meant for the poorest.',
  '请写一份关于量子计算发展的报告',
]

test.each(['openai-compatible', 'anthropic'] as const)(
  'a report on what no page holds says what was looked for and not found: %s',
  async (kind) => {
    const reply = (given: Given) =>
      taskOf(given) === 'notes' ? JSON.stringify({ notes: [], state: 'not_found', queries: [] }) : undefined
    const { model } = await modelFor({ reply })
    const { engine } = await surfer({ model: { ...model, kind }, pages: PAGES, results: RESULTS })
    for (const query of ASKED) {
      const { result } = await run(engine, { query, level: 'high' })
      expect(result.answer_clean).toMatch(
        /^(?:\d+ sources? (?:was|were) read, and none answers this|No source was found)\.\n\n\*\*Looked for and not found\*\*\n\n- /,
      )
      expect(result.citations).toEqual([])
    }
  },
)
