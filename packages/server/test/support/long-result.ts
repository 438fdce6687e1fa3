import type { ResearchResult } from '@deep-research/sdk/contract'
import { RESULT } from './scripted-engine.ts'

const PARAGRAPH =
  'The skeletons of massive corals grow a few millimetres a year; those of branching ones up to ten centimetres, if the water is warm, clear and shallow enough. '

const TABLE = `| coral | growth | depth | what is known of its longest record of growth |
| - | - | - | - |
${Array.from({ length: 40 }, (_, row) => `| Porites no. ${row + 1} | ${row + 8} mm a year | ${row} m | a core of ${100 + row} years, with_a_name_that_does_not_break_anywhere_${row} |`).join('\n')}`

const CODE = `\`\`\`
const growth = ${JSON.stringify(Object.fromEntries(Array.from({ length: 14 }, (_, year) => [`year_${year}`, year * 3])))}
\`\`\``

const BLOCKS = [
  '## How fast they grow',
  PARAGRAPH.repeat(6).trim(),
  '## A long table',
  TABLE,
  '## Wide code',
  CODE,
  ...Array.from({ length: 8 }, (_, index) => `### Limit ${index + 1}\n\n${PARAGRAPH.repeat(3).trim()}`),
]

/** An answer of several pages: paragraphs, a long table and wide code, with a claim in each from one of nine sources. */
export function longResult(): ResearchResult {
  const [known] = RESULT.citations
  if (!known) throw new Error('the result cites nothing')
  const answer_clean = BLOCKS.join('\n\n')
  const citations = Array.from(
    answer_clean.matchAll(/The skeletons of massive corals grow a few/g),
    ({ index }, claim) => {
      const end_offset = answer_clean.indexOf('.', index) + 1
      const url = `https://reefs.example.org/reports/2024/growth-of-corals/part-${claim % 9}`
      return {
        ...known,
        id: `cite_${claim}`,
        start_offset: index,
        end_offset,
        cited_text: answer_clean.slice(index, end_offset),
        verified: claim % 5 !== 4,
        source: { ...known.source, title: `Growth of corals, part ${claim % 9}`, url },
      }
    },
  )
  let answer = ''
  let from = 0
  for (const { id, start_offset, end_offset, cited_text } of citations) {
    answer += `${answer_clean.slice(from, start_offset)}<cite id="${id}">${cited_text}</cite>`
    from = end_offset
  }
  answer += answer_clean.slice(from)
  const urls = [...new Set(citations.map(({ source }) => source.url))]
  const sources_summary = urls.map((url) => {
    const own = citations.filter(({ source }) => source.url === url)
    const title = own[0]?.source.title ?? ''
    return { source: { title, url }, citation_ids: own.map(({ id }) => id), citation_count: own.length }
  })
  return { ...RESULT, answer, answer_clean, citations, sources_summary }
}
