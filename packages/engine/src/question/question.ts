import type { DateParts } from '#language/dates.ts'
import type { KeptTerms } from '#language/kept-terms.ts'
import { detectLanguage, type Language } from '#language/language.ts'
import { createReader, createReaders, type Reader } from '#language/reader.ts'
import type { Span } from '#language/sentences.ts'
import { symbolReader } from '#language/symbols.ts'
import { contentTerms, terms } from '#language/terms.ts'
import type { Library } from '../types.ts'
import { asksIn } from './asks.ts'
import { type Compared, comparedIn } from './compared.ts'
import { compounds } from './compounds.ts'
import type { Spoken, SpokenOfIn } from './folders.ts'
import { type AnswerForm, instructionsIn } from './instructions.ts'
import { type AnswerShape, KINDS } from './kinds.ts'
import { namedSources } from './named-sources.ts'
import { whomItMeans } from './namesakes.ts'
import type { Needs } from './needs.ts'
import { isNegated } from './negation.ts'
import { documentsOf, type NamedOrigins, type Origins } from './origins.ts'
import { type ParsedQuestion, parseQuestion } from './parse-question.ts'
import { ageAsked } from './relative-times.ts'
import { type Correction, correctSpelling } from './spelling.ts'
import { wordsOfSources } from './spoken-of-sources.ts'
import { alternatives } from './synonyms.ts'
import { commonIn, type WeighedQuestion, weighQuestion } from './weigh-question.ts'
import { INTENT, isIntentTerm, type TermWeights } from './weights.ts'

/** A part of a question that needs evidence of its own. */
export interface QuestionPart {
  text: string
  terms: ReadonlySet<string>
  /** The sources and times that it names. */
  origins: NamedOrigins
}

/** What a reader of documents looks for. */
export interface ReadingGoal extends Reader {
  /** Terms of the question and what each is worth. */
  weights: TermWeights
  /** Terms that say little of the subject, and what share of a term they count for. */
  discounts: TermWeights
  /** Its pairs of neighbouring terms, joined by a space. */
  bigrams: ReadonlySet<string>
  /** The terms of each part of the question that needs evidence of its own. */
  parts: readonly ReadonlySet<string>[]
  /** Whether how a document begins may answer, whatever was found further down. */
  readsOpening: boolean
  /** Where a text has symbols that the question asks for, which no search finds; undefined where it asks for none. */
  symbolsIn?: (text: string) => readonly Span[]
  /** How well a sentence fits the kind of answer asked for: 0 to 1. */
  fits: (sentence: string) => number
}

/** A time that is said by how long ago it is, and the date that it is counted from. */
export interface CountedBack {
  written: string
  from: DateParts | undefined
}

/** One of several questions. */
export interface AskedPart {
  /** As the text writes it. */
  written: string
  question: Question
}

/** A question, taken apart once: what its words say, and what they mean in a library. */
export interface Question extends WeighedQuestion {
  /** How the answer is to be written. */
  form: AnswerForm
  /** Words that were taken for others, which the library has; `text` holds these. */
  corrections: readonly Correction[]
  /** What of it is counted back, and from which date: none where the sources have no dates. */
  countedBack: CountedBack | undefined
  /** Whether what is newest is asked for, or what is oldest. */
  age: 'newest' | 'oldest' | undefined
  /** Whether it asks for what is not, or is without something. */
  negated: boolean
  /** The questions that it asks one after the other, each of which wants an answer; none where it asks but one. */
  asks: readonly AskedPart[]
  /** The whole question alone where it has no parts. */
  parts: readonly QuestionPart[]
  /** The sources and times that it names. */
  origins: NamedOrigins
  /** Its terms that stand in the names of those sources; in the times that what it asks about is of. */
  ofSources: ReadonlySet<string>
  ofTimes: ReadonlySet<string>
  /** Documents of whom or when the question is about; empty where it names neither. */
  named: ReadonlySet<string>
  /** The documents of each source that it names. */
  sources: readonly ReadonlySet<string>[]
  /** Whether it speaks of a source that is none of the library's: "a Forbes article". False where all is of one source. */
  namesUnknownSource: boolean
  /** The documents of the times that it names. */
  dated: ReadonlySet<string>
  /** What it compares; empty where it compares nothing. */
  compared: readonly Compared[]
  shape: AnswerShape
  needs: Needs
  goal: ReadingGoal
}

/** What a question is understood by. */
export interface Understanding {
  library: Library
  origins: Origins
  /** What is kept of documents from one question to the next. Default: nothing. */
  kept?: { terms: KeptTerms } | undefined
}

/**
 * Takes a question apart, and finds in a library what it means. `readerOf`: what reads documents for it; questions that
 * share one take no document apart twice. Default: one of its own.
 */
export function understand(
  asked: string,
  { library, origins, kept }: Understanding,
  readerOf: (language: Language) => Reader = createReaders(kept?.terms),
): Question {
  const { text: subject, form } = instructionsIn(asked)
  const { text, corrections } = correctSpelling(subject, detectLanguage(subject) ?? 'en', library)
  const asks = asksIn(text, detectLanguage(text) ?? 'en')
  // What is read for the question is read for its parts.
  const means = { library, origins, kept, readerOf }
  const question = understandOne(
    text,
    asks.map((each) => each.text),
    means,
  )
  return {
    ...question,
    form,
    corrections,
    asks: asks.map(({ written, text }) => ({ written, question: understandOne(text, [], means) })),
  }
}

/** `asks`: the questions that it consists of, where they are several. */
function understandOne(
  text: string,
  asks: readonly string[],
  { library, origins, kept, readerOf }: Understanding & { readerOf: (language: Language) => Reader },
): Question {
  const parsed = parseQuestion(text)
  const gathers = origins.areSeveral ? parsed.gathers : undefined
  const spoken: Spoken = { isSpokenOfIn: spokenOfIn(library), isCommon: commonIn(library) }
  const written = origins.namedIn(text, spoken)
  const discounts = discountsOf(parsed, written)
  const subject = parsed.terms.filter((term) => !discounts.has(term))
  const meant = whomItMeans(written, subject, library)
  const named = meant(written)
  const compared = comparedIn(parsed, named)
  const parts = (asks.length > 0 ? asks : parsed.facets).map((text) => ({
    text,
    terms: contentTerms(text, parsed.language),
    origins: meant(origins.namedIn(text, spoken)),
  }))
  const symbolsIn = parsed.symbols.length > 0 ? symbolReader(parsed.symbols) : undefined
  const ofSources = termsIn(named.names.keys(), parsed)
  const isName = (term: string) => ofSources.has(term) || parsed.capitalised.includes(term)
  const alike = parsed.language === 'en' ? standIns(parsed, isName, library) : new Map<string, string>()
  const isPlain = symbolsIn === undefined && alike.size === 0
  const reader = isPlain
    ? readerOf(parsed.language)
    : createReader(parsed.language, { others: symbolsIn, meant: alike, kept: kept?.terms })
  const needs = KINDS[parsed.kind].needs({ ...parsed, termsOf: reader.terms })
  const weights = new Map<string, number>()
  const question: Question = {
    ...parsed,
    corrections: [],
    form: {},
    asks: [],
    countedBack: named.relative[0] === undefined ? undefined : { written: named.relative[0], from: origins.newest },
    age: ageAsked(text),
    negated: isNegated(text),
    parts,
    origins: named,
    alternatives: alike,
    ofSources,
    ofTimes: termsIn(named.within, parsed),
    named: documentsOf(named),
    sources: [...named.names.values()].map((ids) => new Set(ids)),
    namesUnknownSource:
      origins.areSeveral &&
      namedSources({ text, names: parsed.names, origins: named }).some(
        ({ name, documents }) => documents === undefined && !origins.mayBeSource(name),
      ),
    dated: new Set([...named.dates.values()].flat()),
    gathers,
    compared,
    shape: shapeOf(parsed, { gathers, compared }),
    needs,
    weights,
    unseen: 0,
    common: new Set(),
    goal: {
      weights,
      discounts,
      bigrams: new Set(parsed.pairs.map(({ one, other }) => `${one} ${other}`)),
      parts: parts.map((part) => part.terms),
      ...reader,
      readsOpening: parsed.kind === 'definition',
      ...(symbolsIn && { symbolsIn }),
      fits: needs.fits,
    },
  }
  weighQuestion(question, library)
  return question
}

/** Terms of a library that stand for those of an English question: other words for them, and two of them in one. */
function standIns(parsed: ParsedQuestion, isName: (term: string) => boolean, library: Library): Map<string, string> {
  return new Map([...compounds(parsed, isName, library), ...alternatives(parsed.terms, isName, library)])
}

/** Passages that tell where a word is spoken of most, and the share of them from which on it is the name of where they stand;
 * one that stands in such a share of all passages is the subject of the whole library. */
const TELLING_PASSAGES = 20
const NEARLY_ALL = 0.8
/** A word that stands in one passage alone is of one document by chance. */
const FEWEST_TELLING = 2

/** Tells whether the passages that speak most of a term stand in some documents, so that it is their name and no word. */
function spokenOfIn(library: Library): SpokenOfIn {
  const known = new Map<string, boolean>()
  return (term, documents) => {
    const before = known.get(term)
    if (before !== undefined) return before
    const isEverywhere = library.documentFrequency(term) >= NEARLY_ALL * library.passageCount
    const hits = isEverywhere ? [] : library.search([term], TELLING_PASSAGES)
    const own = hits.filter(({ documentId }) => documents.has(documentId))
    const isName = hits.length >= FEWEST_TELLING && own.length >= NEARLY_ALL * hits.length
    known.set(term, isName)
    return isName
  }
}

/** Of several who are asked what they say each gets a block; all who are asked for are a list. */
function shapeOf({ kind, ofEach }: ParsedQuestion, { gathers, compared }: Pick<Question, 'gathers' | 'compared'>) {
  if (gathers) return 'list'
  return ofEach && compared.length > 1 ? 'comparison' : KINDS[kind].shape
}

/** The terms of a question that stand in some names. */
function termsIn(names: Iterable<string>, { terms: asked, language }: ParsedQuestion): Set<string> {
  const held = new Set([...names].flatMap((name) => terms(name, language).map(({ term }) => term)))
  return new Set(asked.filter((term) => held.has(term)))
}

function discountsOf(parsed: ParsedQuestion, named: NamedOrigins): TermWeights {
  const discounts = new Map(parsed.terms.filter(isIntentTerm).map((term) => [term, INTENT]))
  for (const term of termsIn([...named.names.keys(), ...named.dates.keys()], parsed)) discounts.set(term, 0)
  if (parsed.language !== 'en') return discounts
  const ofSources = wordsOfSources(parsed.text, named.places)
  for (const [term, word] of parsed.words) if (ofSources.has(word.toLowerCase())) discounts.set(term, 0)
  return discounts
}
