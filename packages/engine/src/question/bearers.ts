import type { Library } from '../types.ts'
import type { NamedOrigins } from './origins.ts'
import type { Author } from './people.ts'

/** So many of the best passages of each who has a name count. */
const BEST = 3
/** What they must score together, against those of whoever holds the subject best. */
const HOLDS_SUBJECT = 0.65

/**
 * Tells whom a question means by a name that several authors have: those with documents of the time that it names, and
 * of them those whose documents hold its subject about as well as anybody's. Several of them are named in full.
 * @returns a function that decides this for what the question, or a part of it, names.
 */
export function whomItMeans({ dates }: NamedOrigins, subject: readonly string[], library: Library) {
  const dated = [...dates.values()].flat()
  // Words that stand side by side in the question say more where they do so in a passage.
  const wanted = [...subject, ...subject.slice(1).map((term, at) => `${subject[at]} ${term}`)]
  const meantOf = (bearers: readonly Author[]) => {
    const ofTime = bearers.filter(({ documents }) => dated.some((id) => documents.has(id)))
    return holdersOf(wanted, ofTime.length > 0 ? ofTime : bearers, library)
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

function holdersOf(wanted: readonly string[], bearers: readonly Author[], library: Library): readonly Author[] {
  if (bearers.length < 2) return bearers
  const scored = bearers.map((author) => {
    const best = library.search(wanted, BEST, { within: [...author.documents] })
    return { author, held: best.reduce((sum, { score }) => sum + score, 0) }
  })
  const most = Math.max(...scored.map(({ held }) => held))
  const holding = scored.filter(({ held }) => held >= HOLDS_SUBJECT * most)
  return holding.sort((a, b) => b.held - a.held).map(({ author }) => author)
}
