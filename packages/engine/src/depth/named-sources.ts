import { MONTHS } from '#language/dates.ts'
import { alternatives } from '#language/word-list.ts'
import type { NamedOrigins } from '#question/origins.ts'
import type { ParsedQuestion } from '#question/parse-question.ts'
import marks from './data/source-marks.json' with { type: 'json' }

/** Somebody whose words a question asks for. */
export interface NamedSource {
  /** As the question writes it, or as the documents give it. */
  name: string
  /** What is by it; undefined where the library knows of no such source. */
  documents: ReadonlySet<string> | undefined
}

const KIND = `(?:${alternatives(marks.kinds)})s?`
/** "Forbes article", "the Journal's first report". */
const AFTER = new RegExp(`^["”’']*(?:['’]s)?["”’']*\\s+(?:(?!the\\b|an?\\b|this\\b)[\\p{L}-]+\\s+)?${KIND}\\b`, 'u')
/** "according to", "a report by the", "as discussed by". */
const BEFORE = new RegExp(
  `(?:\\b(?:${alternatives(marks.before)})|\\b(?:${KIND}|${alternatives(marks.told)})\\s+(?:by|from|in))\\s+(?:the\\s+|an?\\s+)?["“‘']*$`,
  'iu',
)

/** Words that join two names, and stand in one name as well. */
const JOINT = /\s+(?:and|on|in|for|&)\s+/u
/** Small words of a name; another one shows that it is no name, but a quotation or a clause. */
const SMALL = /^(?:of|the|de|del|der|den|di|da|du|la|le|ten|ter|van|von|bin|by)$/u

/** The names in a question, those that are joined each by itself; nothing that only stands in quotation marks. */
export function singleNames(names: readonly string[]): string[] {
  const single = names.flatMap((name) => name.split(JOINT))
  return [...new Set(single)].filter((name) =>
    name.split(/\s+/).every((word) => SMALL.test(word) || /^[^\p{Ll}]/u.test(word)),
  )
}

/** "Published in October" tells a time. */
const MONTH = new RegExp(`^(?:${alternatives(MONTHS)})$`, 'iu')

/** The names that a question gives to sources by how it speaks of them: "a Forbes article", "according to Reuters". */
function namesOfSources({ text, names }: Pick<ParsedQuestion, 'text' | 'names'>): string[] {
  return singleNames(names).filter((name) => {
    if (MONTH.test(name)) return false
    for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1))
      if (AFTER.test(text.slice(at + name.length)) || BEFORE.test(text.slice(0, at))) return true
    return false
  })
}

/** The sources whose words a question asks for, each once: those that the library has, and those that it has not. */
export function namedSources({
  text,
  names,
  origins,
}: Pick<ParsedQuestion, 'text' | 'names'> & { origins: NamedOrigins }): NamedSource[] {
  const known = new Map<string, Set<string>>()
  for (const [name, ids] of origins.names) {
    known.set(name, new Set(ids))
  }
  const holds = (one: string, other: string) => one.toLowerCase().includes(other.toLowerCase())
  const isKnown = (name: string) => [...known.keys()].some((each) => holds(each, name) || holds(name, each))
  const unknown = namesOfSources({ text, names }).filter((name) => !isKnown(name))
  return [
    ...[...known].map(([name, documents]) => ({ name, documents })),
    ...unknown.map((name) => ({ name, documents: undefined })),
  ]
}
