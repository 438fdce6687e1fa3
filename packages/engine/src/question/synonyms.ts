import { contentTerms } from '#language/terms.ts'
import type { TermStatistics } from '../types.ts'

/** The terms that mean the same as a term does, in the documents of an operator. */
export type Synonyms = ReadonlyMap<string, ReadonlySet<string>>

/** Lines: a longer file is a dictionary, whose words stand for each other in no collection. */
const MOST_LINES = 10_000

/**
 * Reads words that mean the same: a line holds some of them with commas between, such as "folder, directory". What stands
 * behind "#" is left out.
 * @throws Error that names the line that cannot be read
 */
export function readSynonyms(text: string): Synonyms {
  const lines = text.split(/\r?\n/)
  if (lines.length > MOST_LINES) throw new Error(`it has ${lines.length} lines; at most ${MOST_LINES} are read`)
  const found = new Map<string, Set<string>>()
  for (const [at, line] of lines.entries()) {
    const written = line.replace(/#.*/, '').trim()
    if (written === '') continue
    const group = written.split(',').map((word) => termOf(word.trim(), at + 1))
    if (group.length < 2)
      throw new Error(`line ${at + 1} has one word; write those that mean the same with commas between`)
    for (const term of group) found.set(term, (found.get(term) ?? new Set<string>()).union(new Set(group)))
  }
  return found
}

function termOf(word: string, line: number): string {
  const [term, ...more] = contentTerms(word)
  if (term === undefined || more.length > 0 || /\s/.test(word))
    throw new Error(`"${word}" on line ${line} is not a word that is searched for; write single words`)
  return term
}

/** A version with or without what says that it is one: "5" and "v5". */
function versionsLike(term: string): string[] {
  const [, mark, number] = /^(v?)(\d+(?:p\d+)*)$/.exec(term) ?? []
  return number === undefined ? [] : [mark === '' ? `v${number}` : number]
}

/** Terms that stand in a library for those of a question, with the term that each stands for. */
export function alternatives(
  asked: readonly string[],
  isName: (term: string) => boolean,
  { library, synonyms }: { library: TermStatistics; synonyms: Synonyms | undefined },
): Map<string, string> {
  const found = new Map<string, string>()
  for (const term of asked) {
    if (isName(term)) continue
    for (const other of [...(synonyms?.get(term) ?? []), ...versionsLike(term)]) {
      if (found.has(other) || asked.includes(other) || library.documentFrequency(other) === 0) continue
      found.set(other, term)
    }
  }
  return found
}
