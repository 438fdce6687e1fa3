import type { Span } from '#language/span.ts'
import { type BlockSentence, blockSentences } from '../../block-sentences.ts'
import type { Block, DocumentDraft } from '../types.ts'

/** A passage before its document has an id. */
export interface PassageSpan extends Span {
  /** The headings and terms above its blocks, each once. */
  path: readonly string[]
}

/** Characters from which on a passage is full: a paragraph, so that its terms belong together. */
const ENOUGH = 600
/** It takes no sentence that makes it longer than this, unless that is the section's last scrap. */
const FULL = 1.5 * ENOUGH
/** A passage that is as long as this ends where another term is explained. */
const ENOUGH_OF_A_TERM = ENOUGH / 2
/** New text shorter than this joins the passage before it. */
const SCRAP = ENOUGH / 3
/** A longer sentence is not repeated in the next passage, which would be half full of it. */
const LONGEST_OVERLAP = 350
/** UTF-16 units: a longer passage is a text without stops, and is cut wherever a word ends. */
const LONGEST_PASSAGE = 4_000
/** A heading of a deeper level is a term that is being defined. */
const LAST_HEADING_LEVEL = 6

/** Cuts a document into passages: runs of sentences that never cross a heading. Headings are not part of them. */
export function passageSpans(draft: Pick<DocumentDraft, 'text' | 'blocks' | 'language'>): PassageSpan[] {
  const found = blockSentences(draft, undefined, draft.language)
  const passages = sections(found, draft.blocks ?? []).flatMap(runs)
  // A text of headings alone would be lost otherwise.
  const all = passages.length > 0 ? passages : runs(blockSentences({ text: draft.text }, undefined, draft.language))
  return all.flatMap((passage) => cutLong(draft.text, passage))
}

function cutLong(text: string, { start, end, path }: PassageSpan): PassageSpan[] {
  const parts: PassageSpan[] = []
  let from = start
  while (end - from > LONGEST_PASSAGE) {
    const space = text.slice(from, from + LONGEST_PASSAGE).lastIndexOf(' ')
    const to = from + (space > 0 ? space : LONGEST_PASSAGE)
    parts.push({ start: from, end: to, path })
    from = to
  }
  return [...parts, { start: from, end, path }]
}

interface Sentence extends BlockSentence {
  /** Another term is explained from here on. */
  term?: boolean
}

/** The sentences below each heading. */
function sections(found: readonly BlockSentence[], blocks: readonly Block[]): Sentence[][] {
  const headings = blocks.filter(({ kind }) => kind === 'heading')
  const all: Sentence[][] = []
  let section: Sentence[] = []
  let next = 0
  for (const sentence of found) {
    let term = false
    for (let heading = headings[next]; heading && heading.start < sentence.start; heading = headings[next]) {
      next += 1
      if ((heading.level ?? 1) > LAST_HEADING_LEVEL) term = true
      else if (section.length > 0) {
        all.push(section)
        section = []
      }
    }
    section.push(term ? { ...sentence, term } : sentence)
  }
  if (section.length > 0) all.push(section)
  return all
}

function runs(section: readonly Sentence[]): PassageSpan[] {
  const found: { first: number; last: number }[] = []
  const startOf = (at: number) => section[at]?.start ?? 0
  const endOf = (at: number) => section[at]?.end ?? 0
  for (let at = 0; at < section.length; ) {
    const previous = found.at(-1)
    const overlap = previous === undefined ? undefined : section[at - 1]
    const repeat = overlap !== undefined && !section[at]?.term && overlap.end - overlap.start <= LONGEST_OVERLAP
    const first = repeat ? at - 1 : at
    let last = at
    at += 1
    for (let next = section[at]; next !== undefined && takes(startOf(first), endOf(last), next); next = section[at]) {
      last = at
      at += 1
    }
    const isScrap = at === section.length && previous && endOf(last) - endOf(previous.last) < SCRAP
    if (isScrap && previous) previous.last = last
    else found.push({ first, last })
  }
  return found.map(({ first, last }) => ({
    start: startOf(first),
    end: endOf(last),
    path: titlesOf(section, first, last),
  }))
}

function takes(start: number, end: number, next: Sentence): boolean {
  const enough = next.term === true ? ENOUGH_OF_A_TERM : ENOUGH
  return end - start < enough && next.end - start <= FULL
}

/** The titles above some sentences of a section. */
function titlesOf(section: readonly Sentence[], first: number, last: number): string[] {
  const paths = new Set<readonly string[]>()
  let path: readonly string[] | undefined
  for (let at = first; at <= last; at += 1) {
    const own = section[at]?.block?.path
    if (own !== undefined && own !== path) paths.add(own)
    path = own
  }
  const titles = new Set<string>()
  for (const path of paths) for (const title of path) titles.add(title)
  return [...titles]
}
