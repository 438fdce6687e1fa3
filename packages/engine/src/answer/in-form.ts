import type { Quotation } from '#evidence/ledger.ts'
import { placeOf } from '#evidence/section.ts'
import { cut } from '#language/cut.ts'
import type { AnswerForm } from '#question/instructions.ts'
import { blockSentences } from '../block-sentences.ts'
import { nameOf } from './attribution.ts'
import { quotationOf } from './blocks.ts'
import type { Passage } from './passage.ts'
import type { Writer } from './writer.ts'

/** Items of a list or a table that was asked for, where no number of sentences was. */
const ITEMS = 5
/** A quotation that is cut shorter says nothing. */
const SHORTEST_CUT = 40

/** Whether a question says how its answer is to be written. */
export function hasForm({ sentences, characters, layout }: AnswerForm): boolean {
  return sentences !== undefined || characters !== undefined || layout !== undefined
}

/** Writes an answer as the question wants it: so many sentences or characters, in one paragraph, as a list or a table. */
export function writeInForm(passages: readonly Passage[], form: AnswerForm, writer: Writer): void {
  const { sentences = ITEMS, characters, layout } = form
  const isListed = layout === 'list' || layout === 'table'
  const all = isListed ? passages.map(({ lead }) => lead) : passages.flatMap(fromLead)
  const chosen = withinCharacters(all.slice(0, sentences), characters)
  if (layout === 'table') writer.say('| Answer | Source |\n| --- | --- |')
  chosen.forEach((words, at) => {
    const place = placeOf(nameOf(words.document), words)
    // A bar would end the cell.
    if (layout === 'table' && words.quote.includes('|')) return
    writer.say(layout === 'table' ? '\n| ' : layout === 'list' ? `${at > 0 ? '\n' : ''}- ` : at > 0 ? ' ' : '')
    writer.quote(words)
    if (layout === 'table') writer.say(` | ${place} |`)
    else if (characters === undefined && chosen[at + 1]?.document !== words.document) writer.say(` — ${place}`)
  })
}

/** The sentence that leads a passage, with those behind it in its block. */
function fromLead({ lead }: Passage): Quotation[] {
  const { document, block, end } = lead
  if (block === undefined) return [lead]
  const following = blockSentences(document, { start: end, end: block.end })
  return [lead, ...following.map((span) => quotationOf(document, span, block))]
}

/** As many as fit; the first is cut where it alone is too long. */
function withinCharacters(chosen: readonly Quotation[], most = Number.POSITIVE_INFINITY): Quotation[] {
  const found: Quotation[] = []
  let left = most
  for (const words of chosen) {
    if (words.quote.length + 1 > left) break
    found.push(words)
    left -= words.quote.length + 1
  }
  const [first] = chosen
  if (found.length > 0 || first === undefined) return found
  const quote = cut(first.quote, Math.max(SHORTEST_CUT, most)).replace(/\s+\S*$/u, '')
  return [{ ...first, end: first.start + quote.length, quote }]
}
