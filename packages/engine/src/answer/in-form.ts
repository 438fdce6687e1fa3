import type { Evidence, Quotation } from '#evidence/ledger.ts'
import { cut } from '#language/cut.ts'
import type { AnswerForm } from '#question/instructions.ts'
import { blockSentences } from '../block-sentences.ts'
import { placeOf } from './attribution.ts'
import { type ComposedPart, Writer } from './writer.ts'

/** Items of a list or a table that was asked for, where no number of sentences was. */
const ITEMS = 5
/** A quotation that is cut shorter says nothing. */
const SHORTEST_CUT = 40

/** Whether a question says how its answer is to be written. */
export function hasForm({ sentences, characters, layout }: AnswerForm): boolean {
  return sentences !== undefined || characters !== undefined || layout !== undefined
}

/**
 * Writes an answer as the question wants it: so many sentences or characters, in one paragraph, as a list or a table. It
 * is shortened around the sentence that answers best. `ranked`: sentences by how well they answer, the best first.
 */
export function composeInForm(
  ranked: readonly Evidence[],
  { sentences = ITEMS, characters, layout }: AnswerForm,
): ComposedPart[] {
  const writer = new Writer()
  const listed = layout === 'list' || layout === 'table'
  const chosen = listed ? distinct(ranked, sentences) : around(ranked, sentences)
  const fitting = characters === undefined ? chosen : withinCharacters(chosen, characters)
  if (layout === 'list') writer.bullets(fitting.map((each) => [each]))
  else if (layout === 'table') table(fitting, writer)
  else {
    const groups = Map.groupBy(fitting, ({ document }) => document.id)
    for (const [index, group] of [...groups.values()].entries()) {
      if (index > 0) writer.say(' ')
      if (characters === undefined) writer.passage(group.map(withoutBlock))
      else writer.quotes(group.map(withoutBlock))
    }
  }
  return writer.parts
}

/** Quoted as running text, whatever it stood in. */
function withoutBlock({ block: _, ...words }: Quotation): Quotation {
  return words
}

/** The best sentences, of each block one. */
function distinct(ranked: readonly Evidence[], most: number): Evidence[] {
  const blocks = new Set<unknown>()
  const found = ranked.filter((item) => {
    const key = item.block ?? item
    return !blocks.has(key) && blocks.add(key)
  })
  return found.slice(0, most)
}

/** The best sentence with those that follow in its block, then the best of others. */
function around(ranked: readonly Evidence[], most: number): Quotation[] {
  const [lead] = ranked
  if (lead === undefined) return []
  const { document, block } = lead
  const following = block ? blockSentences(document, { start: lead.end, end: block.end }) : []
  const found: Quotation[] = [lead]
  for (const { start, end } of following) {
    const next = { document, start, end, quote: document.text.slice(start, end) }
    if (found.length >= most || start >= (block?.end ?? 0)) break
    found.push(next)
  }
  const others = distinct(ranked, ranked.length).filter((item) => item.block !== block || block === undefined)
  const unsaid = others.filter(
    (item) => !found.some((said) => said.document.id === item.document.id && said.start === item.start),
  )
  return [...found, ...unsaid.slice(0, most - found.length)]
}

/** As many as fit; the first is cut where it alone is too long. */
function withinCharacters(chosen: readonly Quotation[], most: number): Quotation[] {
  const found: Quotation[] = []
  let left = most
  for (const item of chosen) {
    if (item.quote.length + 1 > left) break
    found.push(item)
    left -= item.quote.length + 1
  }
  const [first] = chosen
  if (found.length > 0 || first === undefined) return found
  const quote = cut(first.quote, Math.max(SHORTEST_CUT, most)).replace(/\s+\S*$/u, '')
  return [{ ...first, end: first.start + quote.length, quote }]
}

function table(rows: readonly Quotation[], writer: Writer): void {
  writer.say('| Answer | Source |\n| --- | --- |')
  // A bar would end the cell.
  for (const row of rows.filter(({ quote }) => !quote.includes('|'))) {
    writer.say('\n| ')
    writer.quotes([withoutBlock(row)])
    writer.say(` | ${placeOf(row)} |`)
  }
}
