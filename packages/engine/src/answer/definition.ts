import type { Quotation } from '#evidence/ledger.ts'
import type { SourceDocument } from '../types.ts'
import { openingOf } from './quote-block.ts'
import { entryFirst } from './section-blocks.ts'

/** A shorter name stands in others by chance. */
const SHORTEST_NAME = 2
/** Blocks of a document that are looked through: of a longer one no more, so that a question costs the same. */
const MOST_BLOCKS = 20_000
const LETTER = /[\p{L}\p{N}_-]/u

/** What opens the entry that explains something in one of some documents: what stands under its name. */
export function definitionOf(name: string, documents: readonly SourceDocument[]): Quotation | undefined {
  let best: { quotation: Quotation; length: number } | undefined
  for (const document of documents) {
    const { blocks } = document
    let last: string | undefined
    for (let at = 0; blocks !== undefined && at < Math.min(blocks.length, MOST_BLOCKS); at += 1) {
      const block = blocks.at(at)
      const title = block?.path.at(-1)
      if (block === undefined || title === undefined || title === last || block.kind === 'heading') continue
      last = title
      const length = Math.max(0, ...namesIn(title).map((each) => (endsWith(name, each) ? each.length : 0)))
      if (length < SHORTEST_NAME || length <= (best?.length ?? 0) || entryFirst(blocks, at) !== at) continue
      const quotation = openingOf(document, block, 0)
      if (quotation) best = { quotation, length }
    }
  }
  return best?.quotation
}

/** The names in a title, without what stands behind them: "-o, --output <file>" has two. */
function namesIn(title: string): string[] {
  return title.split(/,\s+/).map((part) =>
    part
      .replaceAll('`', '')
      .replace(/[\s[=<].*$/u, '')
      .trim(),
  )
}

/** Whether the last words of a thing compared, or all of them, are a name. */
function endsWith(compared: string, name: string): boolean {
  const plain = compared.replaceAll('`', '').trim()
  if (!plain.toLowerCase().endsWith(name.toLowerCase())) return false
  const before = plain.at(-name.length - 1)
  return before === undefined || !LETTER.test(before)
}
