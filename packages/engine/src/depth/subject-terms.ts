import { contentTerms } from '#language/terms.ts'
import type { Question } from '#question/question.ts'
import { INTENT, isEverydayTerm } from '#question/weights.ts'
import { askedAct } from './asked-act.ts'
import { longestList } from './holds-whole.ts'
import { namedSources, singleNames } from './named-sources.ts'
import { initialsOf } from './other-names.ts'
import { writtenAs } from './period.ts'
import { onlyTellsWhen } from './subject-time.ts'
import { type WordRoles, wordRoles } from './word-roles.ts'

/** A name in the question, and its terms. */
export interface SubjectName {
  written: string
  terms: readonly string[]
  /** That of its terms which says most. */
  heaviest: string
  /** As it stands in a text. */
  pattern: RegExp
  /** Its first letters, where it is written by them; undefined for a name of one word. */
  initials: RegExp | undefined
}

/** What a question is about, but for whom it asks, when, and what is to be done. */
export interface SubjectTerms {
  language: Question['language']
  weights: ReadonlyMap<string, number>
  names: readonly SubjectName[]
  /** Those of them that stand anywhere, if any does: of a name that no source has nothing can be held. */
  sought: readonly SubjectName[]
  /** All terms of the question, also those that only tell when, or whom to ask. */
  asked: ReadonlySet<string>
  /** Parts of the question, or things that it compares: a passage is of one of them. */
  parts: number
  /** The same, or names that stand in one list: a passage is of one of them. */
  listed: number
  /** Whether names stand in a list. */
  isList: boolean
  /** Whether it is two words side by side: one of "gold standard" alone is of something else. */
  isOnePair: boolean
  /** The terms of each thing that is compared and is no name: what tells of one is of the subject. */
  things: readonly ReadonlySet<string>[]
  /** Terms of what is named together, as "roads, canals and harbors": each of them stands for all. */
  together: readonly ReadonlySet<string>[]
}

export type AskedOfSubject = Pick<
  Question,
  | 'parts'
  | 'unseen'
  | 'common'
  | 'compared'
  | 'text'
  | 'language'
  | 'names'
  | 'origins'
  | 'ofSources'
  | 'ofTimes'
  | 'capitalised'
  | 'weights'
  | 'goal'
>

/** "And what happened to its head": a part that points at another one is of the same subject. English. */
const REFERS = /\b(?:its|his|her|their|it|him|them)\b/iu

/** Finds what a question is about. */
export function subjectTerms(question: AskedOfSubject): SubjectTerms {
  const { text, language, weights, goal, capitalised, compared } = question
  const termsIn = (some: string) => [...contentTerms(some, language)]
  const parts = Math.max(1, question.parts.filter((part) => !REFERS.test(part.text)).length, compared.length)
  const things = compared.map(({ name }) => contentTerms(name, language))
  const names = tellingNames(question)
  const roles = wordRoles(question)
  const own = telling(question, names, roles)
  const weigh = (term: string) => own.get(term) ?? 0
  const sources = new Set(namedSources(question).flatMap(({ name }) => termsIn(name)))
  const named = names.flatMap((written): SubjectName[] => {
    const terms = termsIn(written).filter((term) => capitalised.includes(term) && own.has(term) && !sources.has(term))
    const [heaviest] = terms.toSorted((a, b) => weigh(b) - weigh(a))
    const told = { written, terms, pattern: writtenAs(written), initials: initialsOf(written) }
    return heaviest === undefined ? [] : [{ ...told, heaviest }]
  })
  const inList = longestList(names, text)
  const written = named.filter(({ heaviest }) => (weights.get(heaviest) ?? 0) < question.unseen)
  const order = goal.terms(text)
  const [first, second] = [...own.keys()].map((term) => order.findIndex((one) => one.term === term))
  const isTwo = own.size === 2 && named.length === 0 && first !== undefined && second !== undefined
  return {
    language,
    weights: own,
    names: named,
    sought: written.length > 0 ? written : named,
    asked: new Set([...weights.keys(), ...termsIn(text)]),
    parts,
    listed: Math.max(parts, inList),
    isList: inList > 1,
    isOnePair: isTwo && first >= 0 && second >= 0 && Math.abs(first - second) === 1,
    things: things.filter((thing) => thing.size > 0 && !capitalised.some((term) => thing.has(term))),
    together: roles.together,
  }
}

/** The names in a question; what stands everywhere names nothing in particular, where it says anything else. */
function tellingNames({ names, language, common, weights }: AskedOfSubject): string[] {
  const all = singleNames(names)
  const isTelling = (name: string) => [...contentTerms(name, language)].some((term) => !common.has(term))
  return weights.size > common.size ? all.filter(isTelling) : all
}

/** The terms of a question that say what it is about, and how much each of them says. */
function telling(question: AskedOfSubject, names: readonly string[], roles: WordRoles): Map<string, number> {
  const { language, weights, goal, ofSources, ofTimes, capitalised, unseen } = question
  const termsIn = (some: readonly string[]) => new Set(some.flatMap((one) => [...contentTerms(one, language)]))
  const ofCommon = termsIn(singleNames(question.names).filter((name) => !names.includes(name)))
  const ofTime = ofTimes.union(termsIn(names.filter((name) => onlyTellsWhen(name, question))))
  // A word that nothing was written with tells nothing apart, but a name does.
  const isWritten = (term: string) => capitalised.includes(term) || (weights.get(term) ?? 0) < unseen
  const tells = (term: string) =>
    isWritten(term) &&
    !ofCommon.has(term) &&
    !goal.discounts.has(term) &&
    !ofSources.has(term) &&
    !ofTime.has(term) &&
    !roles.standIns.has(term) &&
    !/^\d+$/.test(term)
  const all = [...weights].flatMap(([term, weight]): [string, number][] => {
    // "Keep", "good" and "hard" are of every subject.
    const isEveryday = isEverydayTerm(term) && !capitalised.includes(term) && !roles.qualified.has(term)
    const saysLittle = isEveryday || (roles.qualities.has(term) && !capitalised.includes(term))
    return tells(term) ? [[term, saysLittle ? INTENT * weight : weight]] : []
  })
  const asking = termsIn([askedAct(question)?.words ?? ''])
  const isOfIt = ([term]: [string, number]) => !asking.has(term) || capitalised.includes(term)
  return new Map(all.some(isOfIt) ? all.filter(isOfIt) : all)
}

/** Without names that name nothing in the library. */
export function withoutNames(terms: SubjectTerms, notNames: ReadonlySet<string>): SubjectTerms {
  const isName = ({ written }: SubjectName) => !notNames.has(written)
  return { ...terms, names: terms.names.filter(isName), sought: terms.sought.filter(isName) }
}
