import { aboutOf } from '#cite/about.ts'
import type { Evidence } from '#evidence/ledger.ts'
import type { Question } from '#question/question.ts'
import { coverage, weightOf } from '#question/weights.ts'
import { type NamedSource, namedSources, singleNames } from './named-sources.ts'
import { onlyTellsWhen } from './subject-time.ts'

/** Whether notes bear on what a question names. */
export interface Bearing {
  /** They may answer it, whatever else is missing. */
  bears: boolean
  /** What the question names and the notes have nothing of, as it writes that: sources, then whatever else has a name. */
  missing: readonly string[]
}

type Asked = Pick<Question, 'text' | 'names' | 'origins' | 'ofEach' | 'capitalised' | 'weights' | 'goal'>

/** From this share on what is missing is most of what the question names, and notes on the rest do not answer it. */
const MOST = 0.5

/** Notes of a document that hold less of a question, by weight, together with its title, only share words with it. */
const LEAST_HELD = 0.2
/** The same of a question of so many terms that seems to be answered: in a small collection two of them seem to be much. */
const LEAST_OF_LIKELY = 0.1
const MANY_TERMS = 12

/**
 * Holds notes against the sources whose words a question asks for, and against the other names in it. `onItsSubject`: what
 * a source says counts only where it names something that the question does, and where it names nothing, some document
 * has to hold enough of what is asked.
 */
export function bearingOf(
  question: Asked,
  notes: readonly Pick<Evidence, 'document' | 'quote'>[],
  { onItsSubject }: { onItsSubject: boolean },
): Bearing {
  const { capitalised, goal, names, ofEach, weights } = question
  const termsIn = (text: string) => goal.terms(text).map(({ term }) => term)
  const noted = notes.map(({ document, quote }) => {
    const { title, publisher = '', authors = [] } = aboutOf(document)
    return { document, texts: [title, publisher, ...authors, quote].map(termsIn) }
  })
  const sources = namedSources(question)
  const ofSources = new Set(sources.flatMap(({ name }) => termsIn(name)))
  const isName = (term: string) => capitalised.includes(term) && !ofSources.has(term)
  const subjects = singleNames(names)
    .filter((name) => !onlyTellsWhen(name, question))
    .map((name) => ({ name, terms: termsIn(name).filter(isName) }))
    .filter(({ terms }) => terms.length > 0)
  const named = new Set(subjects.flatMap(({ terms }) => terms))
  const isHeard = ({ name, documents }: NamedSource) => {
    const written = ` ${termsIn(name).join(' ')} `
    return noted.some(({ document, texts }) => {
      if (!documents) return texts.some((terms) => ` ${terms.join(' ')} `.includes(written))
      const isOn = !onItsSubject || named.size === 0 || texts.flat().some((term) => named.has(term))
      return documents.has(document.id) && isOn
    })
  }
  const silent = sources.filter((source) => !isHeard(source))
  const held = noted.map(({ texts }) => new Set(texts.flat()))
  const unheld = subjects.filter(({ terms }) => !held.some((own) => terms.every((term) => own.has(term))))
  const weigh = (some: typeof subjects) => weightOf(new Set(some.flatMap(({ terms }) => terms)), weights)
  // Of what each of several says the words of some are worth telling.
  const mostOfSources = ofEach ? 1 : MOST
  const lacksSources = sources.length > 0 && silent.length >= mostOfSources * sources.length
  const lacksNames = unheld.length > 0 && weigh(unheld) >= MOST * weigh(subjects)
  const byDocument = Map.groupBy(noted, ({ document }) => document.id).values()
  const shares = [...byDocument].map((all) => coverage(new Set(all.flatMap(({ texts }) => texts.flat())), weights))
  const least = onItsSubject ? LEAST_HELD : weights.size < MANY_TERMS ? 0 : LEAST_OF_LIKELY
  const isElsewhere = subjects.length === 0 && Math.max(...shares) < least
  return {
    bears: !lacksSources && !lacksNames && !isElsewhere,
    missing: [...silent, ...unheld].map(({ name }) => name),
  }
}
