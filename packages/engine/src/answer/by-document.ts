import { type Evidence, follows, type Quotation } from '#evidence/ledger.ts'
import { isIn } from './repeated.ts'
import type { Writer } from './writer.ts'

/** Longer code beside the answer distracts from it: a line of it is enough. */
const LONGEST_CODE = 600

/** What is quoted of each document, in its order; documents in the order of their first sentence in `evidence`. */
function byDocument(evidence: Iterable<Evidence>): Evidence[][] {
  const groups = Map.groupBy(evidence, ({ document }) => document.id)
  return [...groups.values()].map((group) => group.sort((a, b) => a.start - b.start))
}

/** What is quoted, document by document, in runs of sentences that adjoin in their source. */
export function passages(evidence: Iterable<Evidence>): Evidence[][] {
  const found: Evidence[][] = []
  for (const item of byDocument(evidence).flat()) {
    const last = found.at(-1)?.at(-1)
    if (last?.document.id === item.document.id && follows(last, item)) found.at(-1)?.push(item)
    else found.push([item])
  }
  return found
}

/** What is quoted of each document in a paragraph of its own. */
export function ofEachDocument(evidence: readonly Evidence[], writer: Writer): void {
  for (const group of byDocument(evidence)) {
    writer.paragraph()
    writer.passage(wholeCode(group))
  }
}

/** Lines of code are shown in the code that they stand in, as long as that is short. */
function wholeCode(group: readonly Evidence[]): Quotation[] {
  const found: Quotation[] = []
  for (const item of group) {
    const { document, block } = item
    const code = block?.kind === 'code' && block.end - block.start <= LONGEST_CODE ? block : undefined
    const whole = code
      ? { document, block: code, start: code.start, end: code.end, quote: document.text.slice(code.start, code.end) }
      : item
    if (!isIn(found, whole)) found.push(whole)
  }
  return found
}
