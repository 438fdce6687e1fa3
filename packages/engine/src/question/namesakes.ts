import type { Library } from '../types.ts'
import type { NamedOrigins } from './origins.ts'
import type { Author } from './people.ts'

/** Of each author who has the name so many passages are compared: the best ones on the subject. */
const BEST = 3
/** An author is meant whose passages score at least this share of the best author's. */
const HOLDS_SUBJECT = 0.65

/**
 * Tells whom a question means by a name that several authors share: of those with documents of the time that it names,
 * the ones who say about as much of its subject as any other. If several are meant, their names are given in full.
 * @returns a function that decides this for what the question, or a part of it, names.
 */
export function whomItMeans(
  { dates }: NamedOrigins,
  subject: readonly string[],
  library: Library,
): (named: NamedOrigins) => NamedOrigins {
  const dated = [...dates.values()].flat()
  // Words that stand side by side in the question say more where they do so in a passage.
  const wanted = [...subject, ...subject.slice(1).map((term, at) => `${subject[at]} ${term}`)]
  const meantOf = (namesakes: readonly Author[]) => {
    const ofTime = namesakes.filter(({ documents }) => dated.some((id) => documents.has(id)))
    return holdersOf(wanted, ofTime.length > 0 ? ofTime : namesakes, library)
  }
  return (named: NamedOrigins): NamedOrigins => {
    const names = [...named.names].flatMap(([name, documents]): [string, readonly string[]][] => {
      const meant = meantOf(named.shared.get(name) ?? [])
      if (meant.length === 0) return [[name, documents]]
      return meant.map((author) => [meant.length === 1 ? name : author.name, [...author.documents]])
    })
    return { ...named, names: new Map(names) }
  }
}

function holdersOf(wanted: readonly string[], namesakes: readonly Author[], library: Library): readonly Author[] {
  if (namesakes.length < 2) return namesakes
  const scored = namesakes.map((author) => {
    const best = library.search(wanted, BEST, { within: [...author.documents] })
    return { author, held: best.reduce((sum, { score }) => sum + score, 0) }
  })
  const most = Math.max(...scored.map(({ held }) => held))
  const holding = scored.filter(({ held }) => held >= HOLDS_SUBJECT * most)
  return holding.sort((a, b) => b.held - a.held).map(({ author }) => author)
}
