import { detectLanguage, type Language } from '#language/language.ts'
import { createReader, createReaders, type Reader } from '#language/reader.ts'
import { contentTerms, terms } from '#language/terms.ts'
import type { Library, TermStatistics } from '../types.ts'
import { asksIn } from './asks.ts'
import { type Compared, comparedIn } from './compared.ts'
import { type AnswerForm, instructionsIn } from './instructions.ts'
import type { Needs } from './needs.ts'
import { documentsOf, type NamedOrigins, type Origins } from './origins.ts'
import { type ParsedQuestion, parseQuestion } from './parse-question.ts'
import { type Correction, correctSpelling } from './spelling.ts'
import { alternatives, type Synonyms } from './synonyms.ts'
import { type WeighedQuestion, weighQuestion } from './weigh-question.ts'
import type { TermWeights } from './weights.ts'

/** A part of a question that needs evidence of its own. */
export interface QuestionPart {
  text: string
  terms: ReadonlySet<string>
}

/** What a reader of documents looks for. */
export interface ReadingGoal extends Reader {
  /** Terms of the question and what each is worth. */
  weights: TermWeights
  /** Terms that stand in the names of sources and in times, and say little of the subject. */
  ofOrigins: ReadonlySet<string>
  /** Its pairs of neighbouring terms, joined by a space. */
  bigrams: ReadonlySet<string>
  /** How well a sentence fits the kind of answer asked for: 0 to 1. */
  fits: (sentence: string) => number
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
  /** The questions that it asks one after the other, each of which wants an answer; none where it asks but one. */
  asks: readonly AskedPart[]
  /** What it asks or compares, and the whole; that alone where it has no parts. */
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
  /** The documents of the times that it names. */
  dated: ReadonlySet<string>
  /** What it compares; empty where it compares nothing. */
  compared: readonly Compared[]
  needs: Needs
  goal: ReadingGoal
}

/** What a question is understood by. */
export interface Understanding {
  library: Library
  origins: Origins
  /** Words of the operator's documents that mean the same. Default: none. */
  synonyms?: Synonyms | undefined
}

/**
 * Takes a question apart, and finds in a library what it means. `readerOf`: what reads documents for it; questions that
 * share one take no document apart twice. Default: one of its own.
 */
export function understand(
  asked: string,
  { library, origins, synonyms }: Understanding,
  readerOf: (language: Language) => Reader = createReaders(),
): Question {
  const { text: subject, form } = instructionsIn(asked)
  // A word that stands for one of the library's is no slip.
  const isMeant = (term: string) =>
    Number([...(synonyms?.get(term) ?? [])].some((each) => library.documentFrequency(each) > 0))
  const known: TermStatistics = {
    passageCount: library.passageCount,
    documentFrequency: (term) => library.documentFrequency(term) || isMeant(term),
  }
  const { text, corrections } = correctSpelling(subject, detectLanguage(subject) ?? 'en', known)
  const asks = asksIn(text, detectLanguage(text) ?? 'en')
  // What is read for the question is read for its parts.
  const means = { library, origins, synonyms, readerOf }
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
  { library, origins, synonyms, readerOf }: Understanding & { readerOf: (language: Language) => Reader },
): Question {
  const parsed = parseQuestion(text)
  const named = origins.namedIn(text)
  const compared = comparedIn(parsed, named)
  const sides = compared.length > 1 ? compared.map(({ name }) => name) : []
  const parts = (asks.length > 0 ? asks : [...sides, text]).map((text) => ({
    text,
    terms: contentTerms(text, parsed.language),
  }))
  const ofSources = termsIn(named.names.keys(), parsed)
  const isName = (term: string) => ofSources.has(term) || parsed.capitalised.includes(term)
  const alike = alternatives(parsed.terms, isName, { library, synonyms })
  const reader = alike.size === 0 ? readerOf(parsed.language) : createReader(parsed.language, alike)
  const needs = parsed.needsOf({ ...parsed, termsOf: reader.terms })
  const weights = new Map<string, number>()
  const question: Question = {
    ...parsed,
    corrections: [],
    form: {},
    asks: [],
    parts,
    origins: named,
    alternatives: alike,
    ofSources,
    ofTimes: termsIn(named.within, parsed),
    named: documentsOf(named),
    sources: [...named.names.values()].map((ids) => new Set(ids)),
    dated: new Set([...named.dates.values()].flat()),
    compared,
    needs,
    weights,
    unseen: 0,
    goal: {
      weights,
      ofOrigins: termsIn([...named.names.keys(), ...named.dates.keys()], parsed),
      bigrams: new Set(parsed.pairs.map(({ one, other }) => `${one} ${other}`)),
      ...reader,
      fits: needs.fits,
    },
  }
  weighQuestion(question, library)
  return question
}

/** The terms of a question that stand in some names. */
function termsIn(names: Iterable<string>, { terms: asked, language }: ParsedQuestion): Set<string> {
  const held = new Set([...names].flatMap((name) => terms(name, language).map(({ term }) => term)))
  return new Set(asked.filter((term) => held.has(term)))
}
