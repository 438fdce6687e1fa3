import type { Features } from '#evidence/head.ts'
import type { Evidence } from '#evidence/ledger.ts'
import type { Judged } from '#judge/relevance.ts'
import answerMarks from '#language/data/answer-marks.json' with { type: 'json' }
import marks from '#language/data/lead-marks.json' with { type: 'json' }
import { dates } from '#language/dates.ts'
import { headsAll } from '#question/compared.ts'
import { KINDS } from '#question/kinds.ts'
import { boundTo, type Needs } from '#question/needs.ts'
import { denies } from '#question/negation.ts'
import type { Question, ReadingGoal } from '#question/question.ts'
import { dayOf } from '#question/relative-times.ts'
import { togetherIn } from '#question/subject.ts'
import { coverage } from '#question/weights.ts'
import { firstEndingAfter } from '../block-sentences.ts'
import type { SourceDocument } from '../types.ts'
import { namesSubject } from './attribution.ts'
import { introductionOf } from './introduces.ts'
import { pointsBack } from './opening.ts'
import { openingPassage, type PassageRules } from './opening-passage.ts'
import { whoIsTold } from './who-is-told.ts'

const either = (patterns: readonly string[]) => new RegExp(patterns.join('|'), 'i')
/** Asks for what a setting or a property is, not what it is for. */
const ASKS_FOR_VALUE = either(marks.asksForValue)
const VALUE = either(answerMarks.value)
/** Asks something, instead of telling it. */
const ASKS = either(marks.asks)
const REASON = either(marks.reason)
/** Tells what to do. */
const INSTRUCTS = either(marks.instructs)
/** "See dash(1)." */
const REFERS_ON = either(marks.refersOn)
/** "--no-index", "[no-]keep". */
const NEGATED_LABEL = /^-{1,2}(?:\[?no-)/
/** The dotted name of a setting: "stash.showIncludeUntracked". */
const SETTING = /^[\p{L}\d-]+\.[\p{L}\d.<>*-]+$/u
/** "5.11.", as manuals count their sections. */
const SECTION_NUMBER = /^(?:chapter |appendix |part )?(?:[\dA-Z]+\.)+(?:\d+)?\s+/i
/** UTF-16 code units at the beginning of a sentence. */
const OPENING = 40
/** UTF-16 code units in which a document's opening loses half of what it has before the rest. */
const EARLY = 2_000
/** What stands before the first sentence of a block is no longer. */
const LONGEST_MARKER = 12

/** What a lead is chosen for. */
export interface Leading extends PassageRules {
  question: Question
  cited: readonly Judged[]
  /** What the answer says in any case. */
  chosen: readonly Evidence[]
}

/** Measures a sentence for opening the answer: what it says, what stands above it, and the passage that it begins. */
export function leadFeatures(leading: Leading): (evidence: Evidence) => Features {
  const ofSentence = sentenceFeatures(leading)
  const ofPlace = placeFeatures(leading)
  return (evidence) => ({ ...ofSentence(evidence), ...ofPlace(evidence) })
}

const FINISHED = /[.!…。！]["”’»)\]]*$/u

/** Whether nothing but small words stands before a term of the question. */
function opensWith(quote: string, { goal }: Question): boolean {
  const first = goal.terms(quote.slice(0, OPENING)).find(({ stop }) => !stop)
  return first !== undefined && goal.weights.has(first.term)
}

/** What gives a reason without calling it one may give it for something else. */
const UNNAMED_REASON = 0.6

/** Where the question asks why: 1 where a sentence says what the reason is, less where it gives one, else 0. */
export function reasonIn({ kind, needs }: Question, quote: string): number {
  if (kind !== 'why') return 0
  return REASON.test(quote) ? 1 : UNNAMED_REASON * needs.fits(quote)
}

function sentenceFeatures({ question, chosen, cited }: Leading): (evidence: Evidence) => Features {
  const byId = new Map(cited.map((judged) => [judged.candidate.document.id, judged]))
  const { goal, needs, named, kind, negated } = question
  const ageOf = agesOf(question.age, cited)
  const { asksWho, length } = KINDS[kind]
  const probability = (id: string) => byId.get(id)?.probability ?? 0
  const rules = { asked: new Set(question.terms), probability, terms: goal.terms }
  const who = asksWho ? whoIsTold(chosen, rules) : () => 0
  const together = togetherIn(question, goal)
  const attribute = ASKS_FOR_VALUE.exec(question.text)?.[0]
  const asksForValue = attribute !== undefined
  const bound = attribute === undefined ? undefined : boundTo(attribute)
  return (evidence) => {
    const { quote, document, start } = evidence
    const hits = byId.get(document.id)?.candidate.hits ?? []
    const found = hits.filter((hit) => hit.start <= start && start < hit.end)
    return {
      worth: evidence.worth + evidence.score,
      /** How likely its document is needed. */
      document: probability(document.id),
      /** How well the passage was found that it stands in. */
      found: Math.max(0, ...found.map(({ score }) => score)),
      fitsFirst: needs.fits(quote),
      /** Says what is not, where that is asked for. */
      denies: Number(negated && denies(quote)),
      /** How new its document is among those that are cited, where what is newest is asked for, or how old. */
      age: ageOf(document),
      /** Gives a reason, where one is asked for. */
      reason: reasonIn(question, quote),
      /** Could hold what is asked for at all: a count, a date, a person, whose name may be that of who speaks. */
      may: Number(needs.mayHold(quote) || (asksWho && !namesSubject(document))),
      /** How many of the sources speak of somebody whom it names. */
      who: who(evidence),
      together: together(quote),
      named: Number(named.has(document.id)),
      unclear: Number(pointsBack(quote) && !namesSubject(document)),
      /** Holds a number or a word that may be the value asked for. */
      value: Number(asksForValue && VALUE.test(quote)),
      /** Binds a value to the attribute asked for: "default: 10", "the maximum is 5". */
      bound: Number(bound?.test(quote) ?? false),
      /** Ends as a sentence does, and begins with what it speaks of. */
      finished: Number(FINISHED.test(quote)),
      subjectFirst: Number(kind === 'definition' && opensWith(quote, question)),
      ...formOf(evidence, needs),
      asks: Number(ASKS.test(quote)),
      instructs: Number(length === 'any' && INSTRUCTS.test(quote)),
      /** Only tells where to read on. */
      refersOn: Number(REFERS_ON.test(quote)),
      /** Logarithm of its length. */
      words: Math.log(1 + quote.length),
      early: 1 / (1 + start / EARLY),
    }
  }
}

/** Characters of what is no sentence and may still be a title or a label. */
const SCRAP = 60
/** The share of brackets, bars and angles from which on a line shows how something is called. */
const SIGNATURE = 0.05
const CALL_MARKS = /[[\]{}<>|]/g

/** What only names the subject defines nothing. */
const definitionIn = (fits: number) => (fits < 1 / 2 ? 0 : fits)

/** What a sentence is by its form, where that is none that opens an answer. */
function formOf({ quote, block }: Evidence, { fits }: Needs): Features {
  const isProse = block?.kind !== 'code' && block?.kind !== 'row'
  const isFinished = FINISHED.test(quote) || /[:?]$/.test(quote)
  const marks = quote.match(CALL_MARKS)?.length ?? 0
  return {
    /** A title, a label or a name, and no sentence. */
    scrap: Number(isProse && block?.kind !== 'item' && !isFinished && quote.length < SCRAP && fits(quote) === 0),
    /** Lists what a command or a function may be called with. */
    signature: Number(block?.kind !== 'row' && marks >= 4 && marks / quote.length > SIGNATURE),
  }
}

/** By the year: 1 for the newest of the documents, 0 for the oldest; the other way round where that is asked for. */
function agesOf(asked: Question['age'], cited: readonly Judged[]): (document: SourceDocument) => number {
  const dayOfDocument = ({ date = '', year }: SourceDocument) => {
    const [written] = dates(date.slice(0, 10))
    return written ? dayOf(written) : dayOf(year === undefined ? {} : { year })
  }
  const days = cited.map(({ candidate }) => dayOfDocument(candidate.document)).filter((day) => day > NO_YEAR)
  const [first, last] = [Math.min(...days), Math.max(...days)]
  if (asked === undefined || days.length < 2 || first === last) return () => 0
  return (document) => {
    const day = dayOfDocument(document)
    if (day <= NO_YEAR) return 0
    return (asked === 'newest' ? day - first : last - day) / (last - first)
  }
}

/** The day that a document without a date is of. */
const NO_YEAR = dayOf({})

/** Measures the place of a sentence, and what would be shown of it. */
function placeFeatures({ question, ...rules }: Leading): (evidence: Evidence) => Features {
  const { goal, several } = question
  const { weights } = goal
  const options = optionsIn(question.text)
  const { kind, needs, named } = question
  const names = headsAll(question)
  const asksHow = kind === 'how' && !question.negated
  const heaviest = Math.max(...weights.values()) || 1
  const share = (terms: ReadonlySet<string>) => coverage(terms, weights)
  const contentOf = contentReader(goal)
  return (evidence) => {
    const { block, document, quote } = evidence
    const title = contentOf(document.title.replace(SECTION_NUMBER, ''))
    const heading = contentOf((block?.path.at(-1) ?? '').replace(SECTION_NUMBER, ''))
    const above = new Set([title, ...(block?.path ?? []).map(contentOf)].flatMap((terms) => [...terms]))
    const shown = openingPassage(evidence, rules)
    const said = new Set(shown.flatMap((each) => [...contentOf(each.quote)]))
    const all = above.union(said)
    const lacking = [...weights].filter(([term]) => !all.has(term))
    const onlyAsked = (terms: ReadonlySet<string>) => terms.intersection(weights).size / (terms.size || 1)
    const place = orderIn(evidence)
    const namedBy = (text: string) => Math.max(...namesIn(text).map(contentOf).map((name) => harmonic(share(name), onlyAsked(name))))
    const isAboutSubject = ({ id }: SourceDocument, name: ReadonlySet<string>) => named.has(id) || share(name) === 1
    // An item may be an entry of its own, which its term heads.
    const opens = block?.kind === 'item' && evidence.start - block.start < LONGEST_MARKER ? 1 : place.begins
    const agrees = harmonic(share(heading), onlyAsked(heading))
    const label = block?.path.at(-1) ?? ''
    const isShown = (...kinds: string[]) => shown.some((each) => each.block && kinds.includes(each.block.kind))
    return {
      /** How much of the question, by weight, the innermost of the headings and terms above it holds. */
      headed: share(heading),
      /** How much of that heading is asked for; how well both agree; how well the title and the question do. */
      headedOnly: onlyAsked(heading),
      headingAgrees: agrees,
      /** Begins a section or an entry whose heading is asked for. */
      entry: opens * agrees,
      /** Says what the subject is, where that is asked: by itself, or as what explains a term that is the subject. */
      defines: kind === 'definition' ? Math.max(definitionIn(needs.fits(quote)), opens * namedBy(label)) : 0,
      /** Begins the document that is called what is asked for. */
      introduces: Number(kind === 'definition' && isAboutSubject(document, title) && introduces(evidence)),
      /** Stands where all that is compared is named together. */
      sides: (Number(names(label)) * (1 + opens)) / 2,
      /** Is about a setting's name or an option that turns something off, which was not asked for. */
      aside: Number(asksHow && (SETTING.test(label) || NEGATED_LABEL.test(label)) && !question.text.includes(label)),
      titleAgrees: harmonic(share(title), onlyAsked(title)),
      /** Is about an option of a command that the question names as it is typed, or says it. */
      option: options.test(label) ? 1 : MENTIONED * Number(options.test(quote)),
      /** How much of the question all that stands above it holds, what is shown too, what is shown alone, it alone. */
      above: share(above),
      shown: share(all),
      beyond: share(said.difference(above)),
      own: share(contentOf(quote)),
      /** Nothing of the question is lacking; what the heaviest term weighs that is lacking. */
      complete: Number(lacking.length === 0),
      lacks: Math.max(0, ...lacking.map(([, weight]) => weight)) / heaviest,
      ...place,
      code: Number(rules.asksForCode && isShown('code')),
      codeUnasked: Number(!rules.asksForCode && block?.kind === 'code'),
      row: Number(block?.kind === 'row'),
      /** Shows items or rows, and several things are asked for. */
      items: Number(several && isShown('item', 'row')),
    }
  }
}

/** An option as it is typed: "-z", which is not "-Z", or "--since". */
const OPTION = /(?<![\p{L}\p{N}_-])--?[\p{L}\p{N}][\p{L}\p{N}_-]*/gu
const NOTHING = /(?!)/
/** What only mentions an option is rarely what explains it. */
const MENTIONED = 0.4

function optionsIn(text: string): RegExp {
  const options = text.match(OPTION)
  return options ? new RegExp(`(?<![\\p{L}\\p{N}_-])(?:${options.join('|')})(?![\\p{L}\\p{N}_-])`, 'u') : NOTHING
}

/** The terms of a text that carry meaning; of titles and headings, which stand above many sentences, read once. */
function contentReader({ terms }: ReadingGoal): (text: string) => ReadonlySet<string> {
  const known = new Map<string, ReadonlySet<string>>()
  return (text) => {
    const content = known.get(text) ?? new Set(terms(text).flatMap(({ term, stop }) => (stop ? [] : [term])))
    known.set(text, content)
    return content
  }
}

/** What a heading calls its subject: "Logical volumes (LVM)" has two names for it. */
function namesIn(heading: string): string[] {
  const [, name = '', other = ''] = /^(.+?)\s*\(([^)]+)\)\s*$/.exec(heading) ?? []
  return [heading, name, other].map((each) => each.replace(SECTION_NUMBER, ''))
}

/** Whether a sentence begins what a document says of itself. */
function introduces({ document, block, start }: Evidence): boolean {
  const first = introductionOf(document)
  return first !== undefined && block?.start === first.start && start - first.start < LONGEST_MARKER
}

function harmonic(a: number, b: number): number {
  return a + b > 0 ? (2 * a * b) / (a + b) : 0
}

/** Blocks that are further down in their section are all as far down. */
const FAR_DOWN = 100

/** Whether a sentence begins its section, and how far down its block is. */
function orderIn({ document, start, block }: Evidence): { begins: number; order: number } {
  const { blocks = [] } = document
  const at = firstEndingAfter(blocks, start)
  let first = at
  while (first > 0 && at - first < FAR_DOWN && blocks.at(first - 1)?.kind !== 'heading') first -= 1
  const begins = block !== undefined && first > 0 && at === first && start - block.start < LONGEST_MARKER
  return { begins: Number(begins), order: 1 / (1 + at - first) }
}
