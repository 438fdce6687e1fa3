import synonyms from '#language/data/synonyms.json' with { type: 'json' }
import phrases from '#language/data/written-phrases.json' with { type: 'json' }
import words from '#language/data/written-words.json' with { type: 'json' }
import { contentTerms, type Term } from '#language/terms.ts'
import type { TermStatistics } from '../types.ts'

/** Who asks says "runs out" where documentation writes "expires": the phrase, and the terms that are written for it. */
const PHRASES = Object.entries(phrases).map(([said, written]) => ({
  said: new RegExp(said, 'dgiu'),
  written: [...contentTerms(written, 'en')],
}))

/** The terms that may stand for another one; one has no more than a group or two. */
const ALIKE = alikeIn([
  ...synonyms.map((group) => [...contentTerms(group, 'en')]),
  ...PHRASES.map(({ written }) => written),
])

/** The terms that documentation writes for one of everyday talk, which stands for none of them. */
const WRITTEN = new Map(
  Object.entries(words).flatMap(([said, written]) =>
    [...contentTerms(said, 'en')].map((term) => [term, contentTerms(written, 'en')] as const),
  ),
)

function alikeIn(groups: readonly (readonly string[])[]): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>()
  for (const group of groups) {
    for (const term of group) {
      const others = found.get(term) ?? new Set()
      for (const other of group) if (other !== term) others.add(other)
      found.set(term, others)
    }
  }
  return found
}

/** The terms of an English question, with what documentation writes for a phrase in its place. */
export function asWritten(text: string, all: readonly Term[]): readonly Term[] {
  let written = all
  for (const phrase of PHRASES) {
    for (const { 0: raw, index: start, indices = [] } of text.matchAll(phrase.said)) {
      const [term] = phrase.written
      if (term === undefined) continue
      const end = start + raw.length
      const [, between] = indices
      // "throws old packages out": what stands between is asked for.
      const isBetween = (each: Term) => between !== undefined && each.start >= between[0] && each.end <= between[1]
      const isSaid = (each: Term) => each.start >= start && each.end <= end && !isBetween(each)
      written = written.flatMap((each) => {
        if (!isSaid(each)) return [each]
        return each.start === start ? [{ term, raw: each.raw, start, end: each.end, stop: false }] : []
      })
    }
  }
  return written
}

/** A version with or without what says that it is one: "5" and "v5". */
function versionsLike(term: string): string[] {
  const [, mark, number] = /^(v?)(\d+(?:p\d+)*)$/.exec(term) ?? []
  return number === undefined ? [] : [mark === '' ? `v${number}` : number]
}

/** A word that stands in such a share of all passages is the one that this documentation writes. */
const OWN_WORD = 0.1

/** Terms that stand in a library for those of a question, which they stand for. */
export function alternatives(
  asked: readonly string[],
  isName: (term: string) => boolean,
  library: TermStatistics,
): Map<string, string> {
  const found = new Map<string, string>()
  for (const term of asked) {
    if (isName(term) || library.documentFrequency(term) > OWN_WORD * library.passageCount) continue
    for (const other of [...(ALIKE.get(term) ?? []), ...(WRITTEN.get(term) ?? []), ...versionsLike(term)]) {
      if (found.has(other) || asked.includes(other) || library.documentFrequency(other) === 0) continue
      found.set(other, term)
    }
  }
  return found
}
