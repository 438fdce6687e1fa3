import { type CueWord, cuesFrom } from './cue-words.ts'
import { sentences } from './sentences.ts'
import type { Span } from './span.ts'
import { type Term, terms } from './terms.ts'

/** A word or two that turn, weaken or bound what is said. */
export interface Cue extends Span, Pick<CueWord, 'kind' | 'sense'> {}

/** A part of a sentence that says one thing. */
export interface Clause extends Span {
  terms: readonly Term[]
  cues: readonly Cue[]
}

const UNSPACED_NEGATION = /没有|不是|[不没未無]|ません|なかった|ない/g

function cueAt(text: string, all: readonly Term[], at: number): Cue | undefined {
  const word = all[at]
  if (!word) return undefined
  const lower = word.raw.toLowerCase()
  const before = all[at - 1]
  // "didn't" comes as "didn" and "t".
  if (lower === 't' && before?.raw.endsWith('n') && before.end + 1 === word.start) {
    return { kind: 'negation', sense: 'negation', start: before.start, end: word.end }
  }
  for (const { kind, sense, words } of cuesFrom(lower)) {
    const last = all[at + words.length - 1]
    if (!last || words.some((each, i) => all[at + i]?.raw.toLowerCase() !== each)) continue
    if (word.raw === 'May' && isMonth(text, word)) continue
    return { kind, sense, start: word.start, end: last.end }
  }
  return undefined
}

function isMonth(text: string, { start, end }: Span): boolean {
  if (/^\s+\d|^[,.]/.test(text.slice(end, end + 4))) return true
  return /(?:\b(?:in|of|since|until|by|last|next)|\d)\s$/i.test(text.slice(Math.max(0, start - 7), start))
}

/** The words of a text that turn, weaken or bound what it says. English, and the plain negations of some others. */
export function cues(text: string, all: readonly Term[] = terms(text)): Cue[] {
  const found: Cue[] = []
  all.forEach((_, i) => {
    const cue = cueAt(text, all, i)
    const last = found.at(-1)
    if (cue && cue.start >= (last?.end ?? 0)) found.push(cue)
  })
  if (!/[不没未無な]|ません/.test(text)) return found
  for (const match of text.matchAll(UNSPACED_NEGATION)) {
    found.push({ kind: 'negation', sense: 'negation', start: match.index, end: match.index + match[0].length })
  }
  return found.sort((a, b) => a.start - b.start)
}

// A bare comma ends no clause: what is denied before it is often what stands after it.
const CLAUSE_END =
  /[;:()—…]|\s[–-]\s|\.{3}|,?\s(?=(?:but|nor|although|though|whereas|while|yet|however|because)\b)|,\s(?=(?:and|or|so|which|who|whose|where|not|since|as|rather|instead|unlike|despite)\b)|\s(?=(?:and not|rather than)\b)/gi

function clauseSpans(text: string, { start, end }: Span): Span[] {
  const found: Span[] = []
  let at = start
  for (const boundary of text.slice(start, end).matchAll(CLAUSE_END)) {
    const cut = start + boundary.index + boundary[0].length
    if (cut >= end) break
    found.push({ start: at, end: cut })
    at = cut
  }
  return [...found, { start: at, end }]
}

/** The clauses of a text in order; together they hold all of its words. */
export function clauses(text: string): Clause[] {
  const all = terms(text)
  const signs = cues(text, all)
  const clauseOf = (start: number, end: number): Clause => {
    const isIn = (part: Span) => part.start >= start && part.start < end
    return { start, end, terms: all.filter(isIn), cues: signs.filter(isIn) }
  }
  return sentences(text)
    .flatMap((sentence) => clauseSpans(text, sentence))
    .map(({ start, end }) => clauseOf(start, end))
    .filter(({ terms }) => terms.length > 0)
}
