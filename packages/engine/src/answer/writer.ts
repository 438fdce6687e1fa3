import { follows, lengthOf, type Quotation } from '#evidence/ledger.ts'
import { FIELD_LABEL } from '#language/field-label.ts'
import { lineBefore } from '#language/line-before.ts'
import { cellsOf } from '#language/table-row.ts'
import { isTitled, nameOf, namesSubject, placeOf } from './attribution.ts'
import { adjoin, between, isCutList, isLabel, isListed, isSetApart, markerOf, outerDepth } from './between.ts'
import { factsOf, isFact } from './facts.ts'
import { plain } from './heading.ts'
import { introduces } from './introduces.ts'
import { pointsBack, tieLength } from './opening.ts'
import { LONGEST_MARKER } from './order-in-section.ts'

/** A piece of an answer: text of our own, or words quoted of a document. */
export type ComposedPart = { kind: 'text'; text: string } | { kind: 'quote'; text: string; quotation: Quotation }

/** Ends where no sentence does. */
const CUT_OFF = /[,;–—-]["”’)]*\s*$/u

/** "; and" parts an item from the next one, ":" leads up to what it holds. */
const ITEM_END = /(?:[;,](?: (?:and|or))?|(?<=\s\S.*):)$/u

/** Whether an item, or what explains a term before another one, is shown to its end, and nothing that it holds follows. */
function isLastWord({ block, end }: Quotation, after: Quotation | undefined): boolean {
  if (block === undefined || end < block.end) return false
  const isNextTerm = after?.block?.kind === 'heading' && after.block.path.length < block.path.length
  if (block.kind === 'paragraph') return isNextTerm
  if (block.kind !== 'item') return false
  return after === undefined || (after.block?.kind === 'item' && (after.block.depth ?? 1) <= (block.depth ?? 1))
}

/** Whether a sentence, as it was read, begins inside of one. */
function isCutOff({ document, start, block }: Quotation): boolean {
  // The marker of an item is no dash.
  if (block?.kind === 'item' && start - block.start <= LONGEST_MARKER) return false
  return CUT_OFF.test(document.text.slice(Math.max(0, start - 4), start))
}

/** The lines of one answer; keeps quoting, and the Markdown around what is quoted, in one place. */
export class Writer {
  readonly parts: ComposedPart[] = []

  say(text: string): void {
    if (text !== '') this.parts.push({ kind: 'text', text })
  }

  /** Begins a paragraph, unless the answer begins. */
  paragraph(): void {
    if (this.parts.length > 0) this.say('\n\n')
  }

  /** Words of one document in the order given; what lies between two of them is marked. */
  quotes(words: readonly Quotation[]): void {
    const quotations = words.flatMap(factsOf)
    const outer = outerDepth(quotations)
    const inBrackets = quotations.map((_, i) => isInBrackets(quotations, i))
    quotations.forEach((item, i) => {
      const before = quotations[i - 1]
      const after = quotations[i + 1]
      const nextItem = quotations.slice(i + 1).find(({ block }) => block?.kind === 'item' && block !== item.block)
      if (inBrackets[i]) this.#fact(item, inBrackets[i - 1] === true, inBrackets[i + 1] === true)
      else if (item.block?.kind === 'code') this.#code(item)
      else if (isPair(quotations, i)) this.#pair(item, before, after)
      else if (item.block?.kind === 'row') this.#row(item, before)
      else {
        const begun = isListed(item, nextItem) ? markerOf(item, outer) : isFact(item) && isFact(after) ? '- ' : ''
        const goesOn = before !== undefined && (follows(before, item) || adjoin(before, item))
        const joint = before && (inBrackets[i - 1] && isToldOf(item) ? ': ' : between(before, item, goesOn, outer))
        this.say(joint ?? begun)
        this.#sentence(item, { before, after, goesOn })
      }
    })
    if (isCutList(quotations)) this.say('\n- …')
  }

  /** Words of one document, and whence they are. */
  passage(quotations: readonly Quotation[], name = placeOfAll(quotations)): void {
    const [first] = quotations
    if (!first) return
    // Where the name of the source says of whom "he" is, it has to come first.
    const { document } = first
    const isNamed = isTitled(document) && namesSubject(document) && name === nameOf(document)
    if (isNamed && pointsBack(first.quote)) {
      this.say(`${nameOf(first.document)}: `)
      this.quotes(quotations)
    } else {
      this.quotes(quotations)
      this.say(`${endsInText(quotations) ? ' ' : '\n\n'}— ${name}`)
    }
  }

  /** Passages in paragraphs of their own; of those that follow each other from one place the last one alone names it. */
  passages(all: readonly (readonly Quotation[])[]): void {
    const told = all.filter(({ length }) => length > 0)
    for (const [i, passage] of told.entries()) {
      const next = told[i + 1] ?? []
      const isSame = next[0]?.document.id === passage[0]?.document.id && placeOfAll(next) === placeOfAll(passage)
      if (i > 0) this.paragraph()
      if (isSame) this.quotes(passage)
      else this.passage(passage)
    }
  }

  bullets(passages: readonly (readonly Quotation[])[]): void {
    passages.forEach((passage, i) => {
      this.say(i > 0 ? '\n- ' : '- ')
      this.passage(
        passage.flatMap(withoutFacts).map(({ block: _, ...words }) => words),
        placeOfAll(passage),
      )
    })
  }

  /** Headings, each with the name of its source. */
  pointers(headings: readonly Quotation[]): void {
    headings.forEach(({ block: _, ...heading }, i) => {
      this.say(i > 0 ? '\n- ' : '- ')
      const name = nameOf(heading.document)
      if (plain(heading.quote) === plain(name)) this.quotes([heading])
      else this.passage([heading], name)
    })
  }

  /** One of the facts that stand in brackets behind the name of an option. */
  #fact(item: Quotation, isNext: boolean, goesOn: boolean): void {
    this.say(isNext ? ', ' : ' (')
    const text = item.quote.replace(/\s+/g, ' ').trim()
    this.parts.push({ kind: 'quote', text: text.replace(/(?<!\.)\.$/u, ''), quotation: item })
    if (!goesOn) this.say(')')
  }

  #sentence(
    item: Quotation,
    { before, after, goesOn }: { before: Quotation | undefined; after: Quotation | undefined; goesOn: boolean },
  ): void {
    // A sentence that follows in the source as here keeps the word that ties it to the one before.
    const tie = goesOn || /^for (?:example|instance)\b/iu.test(item.quote) ? 0 : tieLength(item.quote)
    const said = item.quote.slice(tie).replace(/\s+/g, ' ').trim()
    const whole = tie > 0 ? `${said.charAt(0).toUpperCase()}${said.slice(1)}` : said
    // What an item ends with only parts it from the next one, or leads up to what is no text.
    const text = isLastWord(item, after) ? whole.replace(ITEM_END, '') : whole
    const isName = item.block?.kind === 'heading'
    const isTitle = isName && isFact(after)
    if (isTitle) this.say('**')
    if (!before && !isName && /^\p{Ll}/u.test(text) && isCutOff(item)) this.say('… ')
    this.parts.push({ kind: 'quote', text, quotation: item })
    if (isTitle) this.say('**')
    if (CUT_OFF.test(text) && after === undefined) this.say(' …')
    if (isName && after?.block?.kind === 'code' && !/[.:?!]$/.test(text)) this.say(':')
    if (isLabel(item) && (after?.block?.kind === 'item' || after?.block?.kind === 'row')) this.say(':')
  }

  /** Leaves one empty line before what follows. */
  #setApart(): void {
    const last = this.parts.at(-1)
    if (last && !last.text.endsWith('\n\n')) this.say('\n\n')
  }

  #code(item: Quotation): void {
    const longest = Math.max(2, ...[...item.quote.matchAll(/`{3,}/g)].map(([fence]) => fence.length))
    const fence = '`'.repeat(longest + 1)
    this.#setApart()
    const { block, document, start, end } = item
    const isCut = (from: number, to: number) => document.text.slice(from, Math.max(from, to)).trim() !== ''
    this.say(`${fence}${block?.language ?? ''}\n${isCut(block?.start ?? start, start) ? '…\n' : ''}`)
    this.parts.push({ kind: 'quote', text: withoutIndent(item), quotation: item })
    this.say(isCut(end, block?.end ?? end) ? `\n…\n${fence}` : `\n${fence}`)
  }

  /** What a name stands for: of several such rows each is an item of a list. */
  #pair(item: Quotation, before: Quotation | undefined, after: Quotation | undefined): void {
    const goesOn = before?.block?.kind === 'row'
    if (goesOn) this.say('\n')
    else this.#setApart()
    if (goesOn || after?.block?.kind === 'row') this.say('- ')
    const text = filledCells(item.quote).join(': ')
    this.parts.push({ kind: 'quote', text, quotation: item })
  }

  /** Cells are parted in the source as Markdown parts them. */
  #row(item: Quotation, before: Quotation | undefined): void {
    const goesOn = before?.block?.kind === 'row'
    const text = item.quote
      .replace(/^\s*\||\|\s*$/g, '')
      .replace(/\s+/g, ' ')
      .trim()
    const cells = cellsOf(item.quote).length
    const isHeader = item.block?.number === 0
    const rule = `${'| --- '.repeat(cells)}|`
    if (!goesOn) this.#setApart()
    // Markdown has no table without a header: where the source has none, it is empty.
    if (goesOn) this.say('\n')
    else if (!isHeader) this.say(`${'| '.repeat(cells)}|\n${rule}\n`)
    this.say('| ')
    this.parts.push({ kind: 'quote', text, quotation: item })
    this.say(isHeader ? ` |\n${rule}` : ' |')
  }
}

/** UTF-16 code units of facts that are read in passing. */
const LONGEST_FACTS = 120
/** "Values: …" goes on with the facts. */
const FIELD = new RegExp(`^${FIELD_LABEL}:(?:\\s|$)`, 'u')

/** Whether a text explains the option whose facts stand before it, and is none itself. */
const isToldOf = ({ block, quote }: Quotation) => block?.kind === 'paragraph' && !FIELD.test(quote)

/** Whether a quotation is one of a few short facts that directly follow the name of an option, and introduce nothing. */
function isInBrackets(quotations: readonly Quotation[], at: number): boolean {
  if (!isFact(quotations[at])) return false
  const isOther = (each: Quotation) => !isFact(each)
  const first = quotations.slice(0, at).findLastIndex(isOther) + 1
  const next = quotations.findIndex((each, i) => i > at && isOther(each))
  const end = next < 0 ? quotations.length : next
  const isNamed = quotations[first - 1]?.block?.kind === 'heading'
  return isNamed && !introduces(quotations[end]?.quote ?? '') && lengthOf(quotations.slice(first, end)) <= LONGEST_FACTS
}

/** Cells of a row that says of a name what it is. */
const PAIR = 2

const filledCells = (row: string) => cellsOf(row).filter((cell) => cell !== '')

/** What a quotation says behind the facts of an option that it begins with; all of it where it says nothing else. */
function withoutFacts(item: Quotation): Quotation[] {
  const told = factsOf(item).filter((each) => !isFact(each))
  return told.length > 0 ? told : [item]
}

/** Whether a passage ends in a paragraph: behind code, a table or a list the name of its place would be a part of that. */
function endsInText(quotations: readonly Quotation[]): boolean {
  const last = quotations.at(-1)
  const isAlone = quotations.every(({ block }) => block?.kind !== last?.block?.kind || block === last?.block)
  if (last?.block?.kind === 'item' || last?.block?.kind === 'heading') return isAlone
  return isPair(quotations, quotations.length - 1) ? isAlone : !isSetApart(last)
}

/** Whether a row tells what a name stands for, as do all that are shown with it, without the header of their table. */
function isPair(quotations: readonly Quotation[], at: number): boolean {
  const isOther = ({ block }: Quotation) => block?.kind !== 'row'
  const end = quotations.findIndex((each, i) => i >= at && isOther(each))
  if (end === at) return false
  const first = quotations.slice(0, at).findLastIndex(isOther) + 1
  const rows = quotations.slice(first, end < 0 ? quotations.length : end)
  return rows.every(({ block, quote }) => block?.number !== 0 && filledCells(quote).length <= PAIR)
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

/** How the place of a passage is named: by that of what stands first in it below a heading. */
function placeOfAll(quotations: readonly Quotation[]): string {
  const place = quotations.find(({ block }) => block?.kind !== 'heading') ?? quotations[0]
  return place ? placeOf(place) : ''
}
