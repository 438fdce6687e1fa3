import { type Span, sentences } from '#language/sentences.ts'
import type { DocumentDraft, Heading } from '../types.ts'

/** A passage before its document has an id. */
export interface PassageSpan extends Span {
  heading?: string
}

/** Characters from which on a passage is full: a paragraph, so that its terms belong together. */
const ENOUGH = 600
/** It takes no sentence that makes it longer than this, unless that is the section's last scrap. */
const FULL = 1.5 * ENOUGH
/** New text shorter than this joins the passage before it. */
const SCRAP = ENOUGH / 3
/** A longer sentence is not repeated in the next passage, which would be half full of it. */
const LONGEST_OVERLAP = 350

/** Cuts a document into passages: runs of sentences that never cross a heading. Headings are not part of them. */
export function passageSpans(draft: Pick<DocumentDraft, 'text' | 'headings' | 'language'>): PassageSpan[] {
  const passages: PassageSpan[] = []
  for (const { start, end, heading } of sections(draft.text, draft.headings ?? [])) {
    const found = sentences(draft.text.slice(start, end), draft.language)
    for (const run of runs(found)) {
      const span = { start: run.start + start, end: run.end + start }
      passages.push(heading === '' ? span : { ...span, heading })
    }
  }
  // A text of headings alone would be lost otherwise.
  if (passages.length === 0) return runs(sentences(draft.text, draft.language))
  return passages
}

interface Section extends Span {
  heading: string
}

function sections(text: string, headings: readonly Heading[]): Section[] {
  const found: Section[] = []
  const path: { level: number; title: string }[] = []
  let start = 0
  const close = (end: number) => {
    if (end > start) found.push({ start, end, heading: path.map(({ title }) => title).join(' › ') })
  }
  for (const heading of headings) {
    close(heading.start)
    while ((path.at(-1)?.level ?? 0) >= heading.level) path.pop()
    path.push({ level: heading.level, title: text.slice(heading.start, heading.end) })
    start = heading.end
  }
  close(text.length)
  return found
}

function runs(spans: readonly Span[]): Span[] {
  const found: Span[] = []
  for (let at = 0; at < spans.length; ) {
    const first = spans[at]
    if (first === undefined) break
    const previous = found.at(-1)
    const overlap = previous === undefined ? undefined : spans[at - 1]
    const repeat = overlap !== undefined && overlap.end - overlap.start <= LONGEST_OVERLAP
    const start = repeat ? overlap.start : first.start
    let end = first.end
    at += 1
    for (let next = spans[at]; next !== undefined && takes(start, end, next); next = spans[at]) {
      end = next.end
      at += 1
    }
    if (previous !== undefined && at === spans.length && end - previous.end < SCRAP) previous.end = end
    else found.push({ start, end })
  }
  return found
}

function takes(start: number, end: number, next: Span): boolean {
  return end - start < ENOUGH && next.end - start <= FULL
}
