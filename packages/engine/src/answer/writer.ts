import type { Quotation } from '#evidence/ledger.ts'
import { lineBefore } from '#language/line-before.ts'
import { cellsIn } from './cut-table.ts'
import type { Passage } from './passage.ts'

/** A piece of an answer: text of our own, or words quoted of a document. */
export type ComposedPart = { kind: 'text'; text: string } | { kind: 'quote'; text: string; quotation: Quotation }

/** Writes the Markdown of an answer around what is quoted. */
export class Writer {
  readonly parts: ComposedPart[] = []

  say(text: string): void {
    if (text !== '') this.parts.push({ kind: 'text', text })
  }

  /** Begins a paragraph with some words of our own. */
  paragraph(text: string): void {
    this.say(`${this.parts.length > 0 ? '\n\n' : ''}${text}`)
  }

  quote(quotation: Quotation, text = quotation.quote.replace(/\s+/g, ' ').trim()): void {
    this.parts.push({ kind: 'quote', text, quotation })
  }

  /** A passage below the name of its place. */
  passage({ parts, more }: Passage, place: string): void {
    this.paragraph(`**${place}**`)
    const outer = Math.min(...parts.map(({ block }) => (block?.kind === 'item' ? (block.depth ?? 1) : Infinity)))
    parts.forEach((part, at) => {
      const before = parts[at - 1]
      const kind = part.block?.kind
      if (kind === 'code') this.#code(part)
      else if (kind === 'row') this.#cells(parts, at)
      else if (kind === 'item') this.#item(part, before, outer)
      else {
        this.say('\n\n')
        this.quote(part)
      }
    })
    if (more?.of === 'items') this.say(`\n- … and ${more.count} more`)
    if (more?.of === 'rows') this.say(`\n\n… and ${more.count} more rows`)
  }

  #item(item: Quotation, before: Quotation | undefined, outer: number): void {
    const { number, depth = 1, end = 0 } = item.block ?? {}
    const isNext = before?.block?.kind === 'item'
    const indent = '  '.repeat(Math.max(0, depth - outer))
    this.say(`${isNext ? '\n' : '\n\n'}${indent}${number === undefined ? '-' : `${number}.`} `)
    this.quote(item)
    if (item.end < end && !/[.:!?…]$/u.test(item.quote)) this.say(' …')
  }

  #code(item: Quotation): void {
    const longest = Math.max(2, ...[...item.quote.matchAll(/`{3,}/g)].map(([fence]) => fence.length))
    const fence = '`'.repeat(longest + 1)
    const { block, document, start, end } = item
    const isCut = (from = 0, to = 0) => document.text.slice(from, Math.max(from, to)).trim() !== ''
    this.say(`\n\n${fence}${block?.language ?? ''}\n${isCut(block?.start, start) ? '…\n' : ''}`)
    this.quote(item, withoutIndent(item))
    this.say(isCut(end, block?.end) ? `\n…\n${fence}` : `\n${fence}`)
  }

  /** What is shown of a row, of which each quotation has some cells. */
  #cells(parts: readonly Quotation[], at: number): void {
    const item = parts[at]
    const [before, next] = [parts[at - 1], parts[at + 1]]
    const isHeader = item?.block?.number === 0
    if (item === undefined) return
    const width = parts
      .filter(({ block }) => block === item.block)
      .reduce((sum, { quote }) => sum + cellsIn(quote).length, 0)
    const rule = `|${' --- |'.repeat(width)}`
    if (before?.block === item.block) this.say(' | ')
    else if (before?.block?.kind === 'row') this.say('\n| ')
    // Markdown has no table without a header: where the source has none, it is empty.
    else this.say(isHeader ? '\n\n| ' : `\n\n|${'  |'.repeat(width)}\n${rule}\n| `)
    this.quote(
      item,
      item.quote
        .replace(/^\s*\||(?<!\\)\|\s*$/g, '')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    if (next?.block !== item.block) this.say(isHeader ? ` |\n${rule}` : ' |')
  }
}

/** Code without the indentation that all of its lines have in the source, the first one as it stands there. */
function withoutIndent({ document, start, quote }: Quotation): string {
  const before = lineBefore(document.text, start)
  const own = before.trim() === '' ? before : ''
  const lines = `${own}${quote}`.split('\n')
  const indents = lines.filter((line) => line.trim() !== '').map((line) => /^\s*/.exec(line)?.[0] ?? '')
  const [first = '', ...others] = indents
  let shared = first.length
  for (const indent of others) while (shared > 0 && indent.slice(0, shared) !== first.slice(0, shared)) shared -= 1
  return lines.map((line) => (line.trim() === '' ? '' : line.slice(shared))).join('\n')
}
