import { contentIn, contentTerms, type Term, terms } from '#language/terms.ts'
import type { NamedOrigins } from './origins.ts'
import { type ParsedQuestion, withoutParts } from './parse-question.ts'

/** One of the things that a question compares. */
export interface Compared {
  /** As the question writes it. */
  name: string
  /** The documents that come from it, where it is an author, a publisher or a time. */
  documents: ReadonlySet<string>
  /** Its terms, where it is what documents speak of. */
  terms: ReadonlySet<string>
}

/** "<%=" has no words, and is compared all the same. */
const SYMBOL = /^[^\p{L}\p{N}\s]+$/u

/** "Ships: sail or steam": both sides are of what stands before the colon. */
const TOPIC = /^[^\s:]{1,40}:\s+/

/** What stands before the last point in the name of a method. */
const OWNER = /^[\p{L}\p{N}_$]+\.(?=[\p{L}_$])/u

/** A reader does not compare more at once. */
const MOST = 4

/**
 * What a question compares: the authors, publishers or times that it names, else its names, else its two sides. Of a
 * question that does not compare, the authors and publishers that it names, where they are several.
 */
export function comparedIn(question: ParsedQuestion, { names, dates }: NamedOrigins): Compared[] {
  if (question.kind !== 'comparison') return names.size > 1 ? [...names].slice(0, MOST).map(fromOrigin) : []
  const { sides } = question
  // "Pool and BalancedPool in undici": what stands on neither side is what both belong to.
  const onSides = [...names].filter(([name]) => sides.length === 0 || sides.some((side) => side.includes(name)))
  for (const named of [onSides, [...dates]]) if (named.length > 1) return named.slice(0, MOST).map(fromOrigin)
  const compared = (sides.length === 0 || question.names.length > sides.length ? question.names : sides)
    .slice(0, MOST)
    .map((name) => name.replace(TOPIC, ''))
    .map((name, _, names) => withoutOwner(name, names))
    .map((name) => ({
      name,
      documents: new Set<string>(),
      terms: contentTerms(name, question.language),
    }))
  const isSide = ({ name, terms }: Compared) => terms.size > 0 || SYMBOL.test(name) || sides.includes(name)
  const distinct = compared.filter(isSide)
  return distinct.length > 1 ? distinct : []
}

/** "cache.get" and "cache.set" are both of the cache, and are called "get" and "set" where that is described. */
function withoutOwner(name: string, names: readonly string[]): string {
  const [owner = ''] = OWNER.exec(name) ?? []
  return owner !== '' && names.every((each) => each.startsWith(owner)) ? name.slice(owner.length) : name
}

/** A question, as far as what it compares is known. */
interface Comparing extends Pick<ParsedQuestion, 'language'> {
  compared: readonly Compared[]
}

/** Tells whether a heading names all that a question compares, which then stands under it side by side. */
export function headsAll({ compared, language }: Comparing): (heading: string) => boolean {
  if (compared.length < 2) return () => false
  // "MergeDeep" does not name Merge.
  const wordsOf = (text: string) => contentIn(withoutParts(terms(text, language)))
  const sides = compared.map(({ name }) => wordsOf(name))
  const known = new Map<string, boolean>()
  return (heading) => {
    const named = known.get(heading)
    if (named !== undefined) return named
    const held = wordsOf(heading)
    const all = sides.every((side) => side.size > 0 && side.isSubsetOf(held))
    known.set(heading, all)
    return all
  }
}

function fromOrigin([name, ids]: [string, readonly string[]]): Compared {
  return { name, documents: new Set(ids), terms: new Set() }
}

/** Whether what is known of a document, or of a sentence of it, belongs to a thing compared. */
export function belongsTo(compared: Compared, documentId: string, covers: ReadonlySet<string>): boolean {
  if (compared.documents.size > 0) return compared.documents.has(documentId)
  return compared.terms.size > 0 && [...compared.terms].every((term) => covers.has(term))
}

/** "VACUUM (without FULL)", "VACUUM, not FULL"; "FOR NO KEY UPDATE" is a name. */
const DENIED = /(?:^|[^\p{L}])(?:[Ww]ithout|[Nn]on?|[Nn]ot)[^\p{L}\p{N}]*$/u
/** UTF-16 code units before a word in which one that denies it stands. */
const DENYING = 12

/**
 * Tells whether a text that holds the terms of one of the things compared speaks of that one, where the name of one holds that
 * of another: "VACUUM FULL" is not VACUUM, and "VACUUM without FULL" is not VACUUM FULL.
 */
export function speaksOf(
  { compared, language }: Comparing,
  { name, documents }: Pick<Compared, 'name' | 'documents'>,
): (text: string) => boolean {
  // What comes from an author need not name him.
  if (documents.size > 0) return () => true
  const termsOf = (text: string) => withoutParts(terms(text, language))
  const own = contentIn(termsOf(name))
  const others = compared.map((other) => contentIn(termsOf(other.name)))
  // What each longer name has and this one has not, and the other way round.
  const longer = others.filter((other) => own.isSubsetOf(other)).map((other) => other.difference(own))
  const shorter = others.filter((other) => other.isSubsetOf(own)).map((other) => own.difference(other))
  const [above, below] = [longer, shorter].map((all) => new Set(all.flatMap((more) => [...more])))
  if (!above || !below || own.size === 0 || above.size + below.size === 0) return () => true
  return (text) => {
    const held = termsOf(text)
    const isDenied = ({ start }: Term) => DENIED.test(text.slice(Math.max(0, start - DENYING), start))
    const isAbove = (term: Term | undefined) => term !== undefined && above.has(term.term) && !isDenied(term)
    const isByItself = (_: Term, at: number) => !isAbove(held[at - 1]) && !isAbove(held[at + 1])
    const alone = new Set(held.filter(isByItself).map(({ term }) => term))
    const denied = new Set(held.filter(isDenied).map(({ term }) => term))
    const told = new Set(held.filter((term) => !isDenied(term)).map(({ term }) => term))
    return (above.size === 0 || own.isSubsetOf(alone)) && denied.intersection(below).isSubsetOf(told)
  }
}
