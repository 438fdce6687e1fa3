import table from './data/claim-words.json' with { type: 'json' }
import type { Quantity } from './numbers.ts'
import type { Span } from './span.ts'
import type { Term } from './terms.ts'
import { terms } from './terms.ts'
import { wordList } from './word-list.ts'

/** What a claim and its source are compared by: a word, or a whole quantity. */
export interface ClaimWord extends Span {
  /** As it stands, lower case. */
  raw: string
  /** The same for all forms of a word, and for words that mean the same. */
  key: string
  quantity?: Quantity
}

/** What turns or bounds the next word: a negation, a modal verb, or a form of be, have or do with its time. */
export interface Operator extends Span {
  kind: 'negation' | 'modal' | 'past' | 'present' | 'timeless'
  /** `not`, or the verb that it is a form of. */
  sense: string
}

export interface ClaimWords {
  content: readonly ClaimWord[]
  operators: readonly Operator[]
}

const list = (words: string) => wordList(words.split(' '))
const FREE = list(table.free)
/** The first of each person's pronouns stands for all. */
const PRONOUNS = new Map(
  table.pronouns.flatMap((words) => words.split(' ').map((word) => [word, words.split(' ')[0] ?? word])),
)
const NEUTRAL = list(table.neutral)
const NEGATIONS = list(table.negations)
const MODALS = new Map(
  Object.entries(table.modals).flatMap(([sense, words]) => words.split(' ').map((word) => [word, sense] as const)),
)
/** Each form of be, have and do, by its time. */
const AUXILIARIES = new Map(
  Object.entries(table.auxiliaries).flatMap(([sense, times]) =>
    times.split('|').flatMap((words, i) => {
      const kind = (['past', 'present', 'timeless'] as const)[i] ?? 'timeless'
      return words.split(' ').map((word) => [word, { kind, sense }] as const)
    }),
  ),
)
/** Words that take back, bound or only report what follows them. */
export const HEDGES: ReadonlySet<string> = list(table.hedges)
/** Words that a part of a sentence begins with that may stand elsewhere in it. */
export const MOVABLE: ReadonlySet<string> = list(table.prepositions)

let keys: ReadonlyMap<string, string> | undefined

/** Made when first asked for: stemming them all would hold up every start. */
function keyOf(term: string): string {
  keys ??= new Map(
    [...table.alike, ...table.irregular.split('|')].flatMap((words) => {
      const [first = '', ...others] = terms(words, 'en').map((each) => each.term)
      return [first, ...others].map((each) => [each, first] as const)
    }),
  )
  return keys.get(term) ?? term
}

function operatorOf(raw: string, next: string | undefined): Pick<Operator, 'kind' | 'sense'> | undefined {
  if (NEGATIONS.has(raw)) {
    return next !== undefined && NEUTRAL.has(next)
      ? undefined
      : { kind: 'negation', sense: raw === 'without' ? raw : 'not' }
  }
  const modal = MODALS.get(raw)
  if (modal !== undefined) return { kind: 'modal', sense: modal }
  return AUXILIARIES.get(raw)
}

/** "didn't" and "cannot" come apart: the verb, and a "not" at its place. */
function apart(words: readonly Term[]): Term[] {
  return words.flatMap((word, i) => {
    const raw = word.raw.toLowerCase()
    const joined = words[i + 1]?.raw.toLowerCase() === 't' && words[i + 1]?.start === word.end + 1 && raw.endsWith('n')
    if (joined) return [{ ...word, raw: raw === 'can' ? 'can' : raw.slice(0, -1) }]
    if (raw === 't' && words[i - 1]?.end === word.start - 1 && words[i - 1]?.raw.endsWith('n'))
      return [{ ...word, raw: 'not' }]
    if (raw === 'cannot')
      return [
        { ...word, raw: 'can' },
        { ...word, raw: 'not' },
      ]
    return [{ ...word, raw }]
  })
}

/** Takes a text apart for a comparison word by word. English. */
export function claimWords(words: readonly Term[], quantities: readonly Quantity[]): ClaimWords {
  const content: ClaimWord[] = []
  const operators: Operator[] = []
  const all = apart(words)
  let next = 0
  for (const [i, { raw, term, start, end }] of all.entries()) {
    while ((quantities[next]?.end ?? Number.POSITIVE_INFINITY) <= start) next += 1
    const quantity = quantities[next]
    if (quantity && quantity.start < end) {
      if (content.at(-1)?.quantity !== quantity) content.push({ ...quantity, raw, key: '', quantity })
      continue
    }
    const operator = operatorOf(raw, all[i + 1]?.raw)
    if (operator) operators.push({ ...operator, start, end })
    else if (!FREE.has(raw) && !NEGATIONS.has(raw))
      content.push({ raw, key: PRONOUNS.get(raw) ?? keyOf(term), start, end })
  }
  return { content, operators }
}
