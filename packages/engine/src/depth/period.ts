import { escaped } from '#language/escape.ts'
import type { Language } from '#language/language.ts'
import { contentTerms, type Term, terms } from '#language/terms.ts'
import { YEAR } from '#language/years.ts'
import type { Origins } from '#question/origins.ts'
import { weightOf } from '#question/weights.ts'
import type { Library, PassageHit } from '../types.ts'
import { type Burst, burstsOf } from './bursts.ts'

/** When something that has a name was spoken of as what was going on. */
export interface Period {
  /** Years, the last one counted in. */
  from: number
  to: number
  /** When it was first told of oftener than usual: what goes on for long may be told of most when it is over. */
  began: number
  /** Terms that keep company with the name in passages of these years, and how well each tells these passages. */
  company: ReadonlyMap<string, number>
  /** The same as these passages write them, those first that tell them best. */
  words: readonly string[]
  /** Documents that write the name, of whatever time. */
  mentionedIn: readonly string[]
  /** The name is made of words that are written small elsewhere, and few passages write it as a whole. */
  isRarelyWritten: boolean
}

/** What a period is learned from. */
export interface Chronicle {
  library: Library
  origins: Pick<Origins, 'years'>
  language: Language
}

/** Passages that are looked at for a name. */
const PASSAGES = 400
/** A name that fewer of them write tells no time: then the word of it does that says most. */
const FEWEST_MENTIONS = 12
/** Documents of fewer years tell nothing of when something was. */
const FEWEST_YEARS = 10
/** By a word that is told of for other reasons as well, only a burst that stands out is the time of a name. */
const LEAST_LEVEL_OF_WORD = 2
/** Passages that tell whether a word is written small. */
const SAMPLE = 40
const FEWEST_TOGETHER = 3
const MOST_COMPANY = 16
/** This share of them, by weight, stands beside the name where it is written. */
const LEAST_SHARED = 0.25
/** UTF-16 units between a name and a year that is written beside it. */
const BESIDE = 40

/**
 * When what has a name was, as the documents of a library tell it: they speak of it most while it is new. It begins where
 * they do so all at once, or with the year that is written beside the name, and ends where they are done with it. Undefined
 * where they do not tell.
 */
export function periodOf(name: string, chronicle: Chronicle): Period | undefined {
  const { library, origins, language } = chronicle
  if (new Set(origins.years.values()).size < FEWEST_YEARS) return undefined
  const words = [...contentTerms(name, language)]
  const heaviest = heaviestOf(words, library)
  if (heaviest === undefined) return undefined
  const written = writtenAs(name)
  const mentions = passagesOf(words, chronicle).filter(({ text }) => written.test(text))
  const isByName = mentions.length >= FEWEST_MENTIONS
  const told = isByName ? mentions : passagesOf([heaviest], chronicle)
  const dated = told.flatMap((passage) => {
    const year = origins.years.get(passage.documentId)
    return year === undefined ? [] : [{ ...passage, year }]
  })
  const burst = strongestBurst(dated, chronicle)
  if (!burst || (!isByName && burst.level < LEAST_LEVEL_OF_WORD)) return undefined
  const { first, last } = burst
  // Of a word nobody knows whether it was told of for the same reason before.
  const began = isByName ? burst.earliest : first
  const besides = dated
    .flatMap(({ text }) => yearsBeside(text, written))
    .filter((year) => year >= first && year <= last)
  const from = besides.length > 0 ? Math.min(...besides) : burst.peak
  const mentionedIn = mentions.flatMap(({ documentId, text }) => (text.includes(name) ? [documentId] : []))
  // Who wrote the name before it was, did not mean it.
  if (!isByName && mentionedIn.some((id) => (origins.years.get(id) ?? from) < from)) return undefined
  const within = dated.filter(({ year }) => year >= from && year <= last)
  const company = companyOf(within, new Set(words), chronicle)
  if (!isByName) {
    const besideName = new Set(mentions.flatMap(({ terms }) => terms().flatMap(({ term, stop }) => (stop ? [] : term))))
    // A word that was told of for another reason keeps other company than the name.
    const shared = weightOf(besideName, company) / weightOf(company.keys(), company)
    if (!(shared >= LEAST_SHARED)) return undefined
  }
  const isRarelyWritten = !isByName && words.length > 1 && isWrittenSmall(heaviest, told)
  return {
    from,
    to: last,
    began: Math.min(began, from),
    company,
    words: wordsOf(company, within),
    mentionedIn,
    isRarelyWritten,
  }
}

/** A name that fewer documents write is not what most of a library calls a thing. */
const FEWEST_WRITING = 8

/**
 * Whether hardly a document writes a name of several words, of which the one that says most is written small elsewhere: then
 * it is no name of what these documents tell of.
 */
export function isMadeOfWords(name: string, chronicle: Chronicle): boolean {
  const words = [...contentTerms(name, chronicle.language)]
  const heaviest = heaviestOf(words, chronicle.library)
  if (heaviest === undefined || words.length < 2) return false
  const written = writtenAs(name)
  const writing = passagesOf(words, chronicle).filter(({ text }) => written.test(text))
  if (new Set(writing.map(({ documentId }) => documentId)).size >= FEWEST_WRITING) return false
  return isWrittenSmall(heaviest, passagesOf([heaviest], chronicle))
}

/** Whether passages write a word small, which is no name by itself then. */
function isWrittenSmall(word: string, passages: readonly ToldPassage[]): boolean {
  const sample = passages.slice(0, SAMPLE)
  const small = sample.filter(({ terms }) => terms().some(({ term, raw }) => term === word && /^\p{Ll}/u.test(raw)))
  return 2 * small.length > sample.length
}

interface ToldPassage extends PassageHit {
  text: string
  /** Its terms, which are made once they are asked for. */
  terms: () => readonly Term[]
}

function passagesOf(words: readonly string[], { library, language }: Chronicle): ToldPassage[] {
  return library.search(words, PASSAGES).map((hit) => {
    const text = library.document(hit.documentId).text.slice(hit.start, hit.end)
    let made: readonly Term[] | undefined
    return {
      ...hit,
      text,
      terms() {
        made ??= terms(text, language)
        return made
      },
    }
  })
}

function heaviestOf(words: readonly string[], library: Library): string | undefined {
  const known = words.filter((word) => library.documentFrequency(word) > 0)
  return known.toSorted((a, b) => library.documentFrequency(a) - library.documentFrequency(b))[0]
}

/** A name as it stands in a text, also written small, or broken at the end of a line. */
export function writtenAs(name: string): RegExp {
  const words = name.split(/[\s-]+/).map(escaped)
  return new RegExp(`(?<![\\p{L}\\p{N}])${words.join('[\\s-]+')}(?![\\p{L}\\p{N}])`, 'iu')
}

interface Years {
  first: number
  last: number
  /** Where its strongest part begins. */
  peak: number
  level: number
  /** Where the first of all bursts begins. */
  earliest: number
}

/** The years in which something is told of most, of all that its documents tell. */
function strongestBurst(
  told: readonly (ToldPassage & { year: number })[],
  { library, origins }: Chronicle,
): Years | undefined {
  const documents = new Map(told.map(({ documentId, year }) => [documentId, year]))
  const lengths = new Map(Array.from(documents.keys(), (id) => [id, library.document(id).text.length]))
  const usual = [...lengths.values()].reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.size)
  const sizes = new Map<number, number>()
  // How long the others are nobody has to look up: they are as long as those that speak of it.
  for (const [id, year] of origins.years) sizes.set(year, (sizes.get(year) ?? 0) + (lengths.get(id) ?? usual))
  const counts = Map.groupBy(told, ({ year }) => year)
  const years = [...sizes.keys()].sort((a, b) => a - b)
  const bursts = burstsOf(years.map((year) => ({ count: counts.get(year)?.length ?? 0, size: sizes.get(year) ?? 0 })))
  const countOf = ({ first, last }: Burst) =>
    years.slice(first, last + 1).reduce((sum, year) => sum + (counts.get(year)?.length ?? 0), 0)
  const [best] = bursts.toSorted((a, b) => b.peak.level - a.peak.level || countOf(b) - countOf(a))
  const [first, last, peak] = [best?.first, best?.last, best?.peak.first].map((at) => years[at ?? -1])
  if (!best || first === undefined || last === undefined || peak === undefined) return undefined
  return { first, last, peak, level: best.peak.level, earliest: years[bursts[0]?.first ?? -1] ?? first }
}

const YEARS = new RegExp(`(?<![\\p{L}\\p{N}.,$£€-])${YEAR}(?![\\p{N}%]|[.,]\\d)`, 'gu')

const CLAUSE = /[.;:](?=[\s-])/u

/** The years that are written beside a name, in the same clause. */
function yearsBeside(text: string, written: RegExp): number[] {
  return text.split(CLAUSE).flatMap((clause) => {
    const name = written.exec(clause)
    if (!name) return []
    const near = clause.slice(Math.max(0, name.index - BESIDE), name.index + name[0].length + BESIDE)
    return (near.match(YEARS) ?? []).map(Number)
  })
}

/** Terms that stand in some passages oftener than elsewhere, and how well each tells these passages. */
function companyOf(
  passages: readonly ToldPassage[],
  own: ReadonlySet<string>,
  { library }: Chronicle,
): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { terms } of passages) {
    const telling = new Set(terms().flatMap(({ term, stop }) => (stop ? [] : term)))
    for (const term of telling) counts.set(term, (counts.get(term) ?? 0) + 1)
  }
  const telling = [...counts].flatMap(([term, count]) => {
    if (count < FEWEST_TOGETHER || own.has(term) || !/^\p{L}{3,}$/u.test(term)) return []
    const share = count / passages.length
    const usual = library.documentFrequency(term) / library.passageCount
    const weight = share * Math.log(share / usual)
    return weight > 0 ? [{ term, weight }] : []
  })
  telling.sort((a, b) => b.weight - a.weight || (a.term < b.term ? -1 : 1))
  return new Map(telling.slice(0, MOST_COMPANY).map(({ term, weight }) => [term, weight]))
}

/** Each term as it is written most. */
function wordsOf(company: ReadonlyMap<string, number>, passages: readonly ToldPassage[]): string[] {
  const forms = new Map<string, Map<string, number>>()
  for (const { terms } of passages)
    for (const { term, raw } of terms()) {
      if (!company.has(term)) continue
      const counts = forms.get(term) ?? new Map<string, number>()
      forms.set(term, counts.set(raw.toLowerCase(), (counts.get(raw.toLowerCase()) ?? 0) + 1))
    }
  return [...company.keys()].map((term) => {
    const [form] = [...(forms.get(term) ?? [])].toSorted((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
    return form?.[0] ?? term
  })
}
