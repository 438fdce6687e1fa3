import { ALWAYS_CONTINUES, SENTENCE_STARTERS } from './abbreviations.ts'
import type { Span } from './span.ts'
import { isStopWord } from './stop-words.ts'
import { type Term, terms } from './terms.ts'

/** A name in a text: a run of capitalised words. */
export interface Name extends Span {
  /** Its words as the text has them, without titles and single initials. */
  words: string[]
  /** The same words as `terms` gives them. */
  terms: string[]
  /** One word at the beginning of a sentence, where every word is capitalised: it may be no name. */
  uncertain: boolean
}

const GLUE = /^(?:\s|\.[\s\u00A0]?|[-‐‑&/]|\s&\s|['’])$/u
const SENTENCE_BEGINS = /(?:^|[.!?:;…]["'”’)\]]*\s+|\n|[•*–—-]\s)["'“‘«([]*$/u
/** UTF-16 units before a word that show whether a sentence begins: a stop, closing marks, white space, opening marks. */
const BEFORE = 8

/** Whether a word is written with a capital. */
export function isCapitalised(raw: string): boolean {
  return /^\p{Lu}/u.test(raw)
}

/** Whether a word is written in capitals alone. */
export function isAcronym(raw: string): boolean {
  return /^\p{Lu}[\p{Lu}\p{N}]+$/u.test(raw)
}

/** A capitalised word that names nothing: the pronoun, "The" in a title, "Mr". */
function isFiller(raw: string): boolean {
  if (isAcronym(raw)) return false
  if (raw.length === 1) return raw === 'I'
  const lower = raw.toLowerCase()
  return isStopWord(lower) || ALWAYS_CONTINUES.has(lower)
}

/** Names are compared without their initials, of which there may be any number. */
const isNoInitial = ({ raw }: Term) => raw.length > 1 || !isCapitalised(raw)

/** Whether a word begins a sentence, after the one `before` it. */
export function begins(text: string, word: Term, before: Term | undefined): boolean {
  const gap = text.slice(Math.max(before?.end ?? 0, word.start - BEFORE), word.start)
  if (before === undefined) return true
  const initials = before.raw.length === 1 || text.slice(before.start, before.end).includes('.')
  const abbreviation = gap.endsWith('. ') && (initials || ALWAYS_CONTINUES.has(before.raw.toLowerCase()))
  return !abbreviation && SENTENCE_BEGINS.test(gap)
}

/** The names of a text. A script without capitals shows none. */
export function names(text: string, all: readonly Term[] = terms(text)): Name[] {
  if (!/\p{Lu}/u.test(text)) return []
  const found: Name[] = []
  let open: { run: Term[]; initial: boolean } | undefined
  const close = () => {
    if (open) addName(open.run, open.initial, found)
    open = undefined
  }
  let before: Term | undefined
  for (const word of all) {
    const initial = begins(text, word, before)
    const glued = before !== undefined && !initial && GLUE.test(text.slice(before.end, word.start))
    const known = isCapitalised(word.raw) && !(initial && SENTENCE_STARTERS.has(word.raw.toLowerCase()))
    if (!glued || !known || isFiller(word.raw)) close()
    if (known && !isFiller(word.raw)) {
      open ??= { run: [], initial }
      open.run.push(word)
    }
    before = word
  }
  close()
  return found
}

function addName(run: readonly Term[], initial: boolean, into: Name[]): void {
  const kept = run.filter(isNoInitial)
  const [first, last] = [kept[0], kept.at(-1)]
  if (!first || !last) return
  into.push({
    start: first.start,
    end: last.end,
    words: kept.map(({ raw }) => raw),
    terms: kept.map(({ term }) => term),
    uncertain: initial && kept.length === 1 && !isAcronym(first.raw),
  })
}

/** What a text names, in a form to look names up in. */
export interface NamePool {
  /** All its words in order but for single initials, as terms. */
  sequence: readonly string[]
  /** Terms of its capitalised words, and all its words as they are written but for case. */
  held: ReadonlySet<string>
  names: readonly Name[]
  /** Words that are written small somewhere in it: they are names nowhere for certain. */
  small: ReadonlySet<string>
}

export function namePool(text: string, words: readonly Term[] = terms(text)): NamePool {
  const held = new Set<string>()
  const small = new Set<string>()
  for (const { raw, term } of words) {
    held.add(raw.toLowerCase())
    if (isCapitalised(raw)) held.add(term)
    else small.add(term)
  }
  return { sequence: words.filter(isNoInitial).map(({ term }) => term), held, names: names(text, words), small }
}

/** One pool of several texts. */
export function joinPools(pools: readonly NamePool[]): NamePool {
  return {
    // A text ends: names do not run on into the next.
    sequence: pools.flatMap(({ sequence }) => [...sequence, ...TEXT_ENDS]),
    held: new Set(pools.flatMap(({ held }) => [...held])),
    names: pools.flatMap((pool) => pool.names),
    small: new Set(pools.flatMap(({ small }) => [...small])),
  }
}

const TEXT_ENDS = ['', '', '', '']

/** "UN" of "United Nations". */
function initialsOf({ words }: Name): string {
  return words.map((word) => word[0]?.toLowerCase() ?? '').join('')
}

const NATIONAL = /^(?:n|an|ian|s|i|ese|ish|ic|er)$/

/** "Iraqi" and "Iraq", "Americans" and "America": a place and its people. */
function sameRoot(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a]
  return short.length >= 4 && long.startsWith(short) && NATIONAL.test(long.slice(short.length))
}

function holdsWord(pool: NamePool, term: string, word: string, uncertain: boolean): boolean {
  if (pool.held.has(term) || pool.held.has(word.toLowerCase()) || (uncertain && pool.small.has(term))) return true
  if (isAcronym(word)) {
    const initials = word.toLowerCase()
    if (pool.names.some((name) => name.words.length > 1 && initialsOf(name).startsWith(initials))) return true
  }
  return pool.names.some((name) => name.terms.some((other) => sameRoot(other, term)))
}

/** "George Bush" stands in "George Herbert Walker Bush", with two words between. */
const WIDEST_GAP = 3

/** Whether words stand in a sequence in this order, near one another. */
function standTogether(sequence: readonly string[], wanted: readonly string[]): boolean {
  for (let from = sequence.indexOf(wanted[0] ?? ''); from !== -1; from = sequence.indexOf(wanted[0] ?? '', from + 1)) {
    let at = from
    const all = wanted.slice(1).every((term) => {
      const next = sequence.indexOf(term, at + 1)
      const close = next !== -1 && next - at <= WIDEST_GAP
      at = next
      return close
    })
    if (all) return true
  }
  return false
}

/** The surname alone stands for the whole where nobody else has it. */
function bySurname(pool: NamePool, name: Name): boolean {
  const surname = name.terms.at(-1) ?? ''
  if (pool.small.has(surname)) return false
  const written = name.words.at(-1)?.toLowerCase()
  const others = pool.names.filter(({ words }) => words.at(-1)?.toLowerCase() === written)
  return others.length > 0 && others.every(({ terms }) => terms.every((term) => name.terms.includes(term)))
}

/**
 * Whether a text names what a claim names: the same words together, the surname alone, an acronym, or a place for
 * its people.
 */
export function isNamed(name: Name, pool: NamePool): boolean {
  if (name.terms.length === 1) return holdsWord(pool, name.terms[0] ?? '', name.words[0] ?? '', name.uncertain)
  if (standTogether(pool.sequence, name.terms) || bySurname(pool, name)) return true
  const initials = initialsOf(name)
  return pool.names.some(({ words }) => words.some((word) => isAcronym(word) && word.toLowerCase() === initials))
}
