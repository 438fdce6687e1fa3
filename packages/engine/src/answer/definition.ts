import type { Quotation } from '#evidence/ledger.ts'
import type { BlockList, SourceDocument } from '../types.ts'
import { openingOf } from './quote-block.ts'
import { entryFirst, LAST_HEADING_LEVEL } from './section-blocks.ts'

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
      const length = Math.max(0, ...namesIn(title).map((each) => (isNamed(name, each) ? each.length : 0)))
      if (length < SHORTEST_NAME || length <= (best?.length ?? 0) || !opensEntry(document, blocks, at)) continue
      const quotation = openingOf(document, block, 0)
      if (quotation) best = { quotation, length }
    }
  }
  return best?.quotation
}

/** Whether a block opens an entry, or a section of a document: what opens all of it explains more than is compared. */
function opensEntry({ title }: SourceDocument, blocks: BlockList, at: number): boolean {
  const before = at > 0 ? blocks.at(at - 1) : undefined
  if (before?.kind !== 'heading' || (before.level ?? 1) > LAST_HEADING_LEVEL) return entryFirst(blocks, at) === at
  return (before.level ?? 1) > 1 && blocks.at(at)?.path.at(-1) !== title
}

/** The names in a title, without what stands behind them: "-o, --output <file>" has two. */
function namesIn(title: string): string[] {
  const names = title.split(/,\s+/).map((part) =>
    part
      .replaceAll('`', '')
      .replace(/[\s[=<(].*$/u, '')
      .trim(),
  )
  // "pool.close" is known as "close", too.
  return names.flatMap((name) => [name, ...(/^[\p{L}_$][\w$]*\.(\w+)$/u.exec(name)?.slice(1) ?? [])])
}

/** Whether the first or the last words of a thing compared, or all of them, are a name. */
function isNamed(compared: string, name: string): boolean {
  const plain = compared.replaceAll('`', '').replaceAll('.', ' ').trim().toLowerCase()
  const wanted = name.replaceAll('.', ' ').toLowerCase()
  const isApart = (beside: string | undefined) => beside === undefined || !LETTER.test(beside)
  if (plain.startsWith(wanted) && isApart(plain[wanted.length])) return true
  return plain.endsWith(wanted) && isApart(plain.at(-wanted.length - 1))
}
