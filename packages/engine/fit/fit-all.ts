import { type Part, sample } from '../bench/data-set.ts'
import type { Head, Heads } from '../src/evidence/head.ts'
import { askAll } from './ask.ts'
import { answeredCase, type Case, documentGroup, type Group, sentenceGroups } from './examples.ts'
import { type BySet, fitAnswered, fitDocument, fitLead, type Sentences } from './heads.ts'
import { type Scores, scoreAnswered, scoreChoices, scoreDocuments } from './scores.ts'
import { smallCollections } from './small-collections.ts'
import type { TrainingQuestion, TrainingSet } from './training-set.ts'

export interface Fitted {
  heads: Heads
  provenance: Provenance
}

interface Provenance {
  data: Record<string, TrainingSet['hashes'] & { questions_asked: number }>
  split: string
  seed: string
  /** By head, by set, by part; `left_out`: of the held-out part, by a head fitted without the whole set. */
  scores: Record<string, Record<string, Record<Part | 'left_out', Scores>>>
}

const NOTHING: Head = { bias: 0, weights: {} }
/** To begin with: documents by how well the question finds them, sentences by how much of it they hold. */
const FIRST: Heads = {
  document: { bias: -4, weights: { question: 2, coverage: 2, bestSupport: 2 } },
  lead: { bias: -3, weights: { terms: 3, telling: 2, title: 4, before: 3 } },
  answered: NOTHING,
}

/** So many questions of one set are enough to begin with. */
const FIRST_QUESTIONS = 200

/** Fits the heads one after the other, each to what the engine finds with those before it. */
export async function fitAll(
  given: readonly TrainingSet[],
  most: number,
  tell: (line: string) => void,
): Promise<Fitted> {
  const sets = given.map((set) => atMost(set, most))
  tell('documents, by first guesses')
  const early = {
    ...FIRST,
    document: fitDocument(
      await documentsOf(
        sets.map((set) => atMost(set, FIRST_QUESTIONS)),
        FIRST,
      ),
    ),
  }
  tell('sentences')
  const sentences = await sentencesOf(sets, early)
  const withLead = { ...early, lead: fitLead(sentences) }
  tell('documents')
  const documents = await documentsOf(sets, withLead)
  const withDocuments = { ...withLead, document: fitDocument(documents) }
  tell('answers')
  const cases = await casesOf(sets, withDocuments)
  const heads = { ...withDocuments, answered: fitAnswered(cases) }
  tell('scores')
  const scores = {
    document: scoresOf(documents, heads.document, fitDocument, scoreDocuments),
    lead: scoresOfLead(sentences, heads.lead),
    answered: scoresOf(cases, heads.answered, fitAnswered, scoreAnswered),
  }
  const data = sets.map(({ name, hashes, questions }) => [name, { ...hashes, questions_asked: questions.length }])
  const split = "a third of each set, by the SHA-256 of the questions' ids, is held out of every fit"
  const seed = 'none: nothing is drawn by chance'
  return { heads, provenance: { data: Object.fromEntries(data), split, seed, scores } }
}

/** Every so many-th of the questions. */
function atMost(set: TrainingSet, most: number): TrainingSet {
  return { ...set, questions: sample(set.questions, most) }
}

async function documentsOf(sets: readonly TrainingSet[], heads: Heads): Promise<BySet<Group>> {
  const found = new Map<string, Group[]>()
  for (const { name, sources, questions } of sets) {
    const groups: Group[] = []
    await askAll(sources, questions.filter(isAnswerable), {
      heads,
      observe: (run, question) => groups.push(documentGroup(run, question)),
    })
    found.set(
      name,
      groups.filter(({ features }) => features.length > 0),
    )
  }
  return found
}

const isAnswerable = ({ answerable }: TrainingQuestion) => answerable

async function sentencesOf(sets: readonly TrainingSet[], heads: Heads): Promise<Sentences> {
  const ofDocuments = new Map<string, Group[]>()
  const together = new Map<string, Group[]>()
  for (const { name, sources, questions } of sets) {
    const [own, all]: [Group[], Group[]] = [[], []]
    await askAll(sources, questions.filter(isAnswerable), {
      heads,
      observe(run, question, budget) {
        const groups = sentenceGroups(run, budget, question)
        own.push(...groups.ofDocuments)
        if (groups.together) all.push(groups.together)
      },
    })
    // In some sets every sentence of a document is needed.
    if (own.length > 0) ofDocuments.set(name, own)
    if (all.length > 0) together.set(name, all)
  }
  return { ofDocuments, together }
}

/** How much a question counts that was written for another collection, or whose answer was hidden or may stand elsewhere. */
const UNSURE = 0.25
/** Questions of another set, which is about something else. */
const STRANGERS = 60

async function casesOf(sets: readonly TrainingSet[], heads: Heads): Promise<BySet<Case>> {
  const found = new Map<string, Case[]>()
  for (const [at, set] of sets.entries()) {
    const { name, sources, questions } = set
    const cases: Case[] = []
    const asked = (answerable: boolean | undefined, weight: number) => ({
      heads,
      observe: ((run, question, budget) => {
        const sure = question.answerable || !question.onlyPaired
        cases.push(answeredCase(run, budget, question.part, answerable ?? question.answerable, sure ? weight : UNSURE))
      }) satisfies Parameters<typeof askAll>[2]['observe'],
    })
    await askAll(sources, questions, asked(undefined, 1))
    const hides = (document: Parameters<TrainingQuestion['needs']>[0], question: TrainingQuestion) =>
      question.needs(document)
    await askAll(
      sources,
      questions.filter(({ needsOne }) => needsOne),
      { ...asked(false, UNSURE), hides },
    )
    const strangers = sets[(at + 1) % sets.length]?.questions.filter(isAnswerable).slice(0, STRANGERS) ?? []
    if (sets.length > 1) await askAll(sources, strangers, asked(false, UNSURE))
    for (const { sources, own, others } of smallCollections(set)) {
      await askAll(sources, own, asked(true, 1))
      await askAll(sources, others, asked(false, UNSURE))
    }
    found.set(name, cases)
  }
  return found
}

type Score<Item> = (head: Head, items: readonly Item[], part: Part) => Scores

function scoresOf<Item>(sets: BySet<Item>, head: Head, fitTo: (sets: BySet<Item>) => Head, score: Score<Item>) {
  const all = [...sets].map(([name, items]) => {
    const others = new Map([...sets].filter(([other]) => other !== name))
    const left_out = others.size > 0 ? score(fitTo(others), items, 'held-out') : {}
    return [name, { dev: score(head, items, 'dev'), 'held-out': score(head, items, 'held-out'), left_out }]
  })
  return Object.fromEntries(all)
}

function scoresOfLead({ ofDocuments, together }: Sentences, head: Head) {
  const without = (sets: BySet<Group>, name: string) => new Map([...sets].filter(([other]) => other !== name))
  const all = [...together.keys()].map((name) => {
    const others = { ofDocuments: without(ofDocuments, name), together: without(together, name) }
    const scoreBoth = (head: Head, part: Part): Scores => {
      const { choices = 0, first = 0 } = scoreChoices(head, ofDocuments.get(name) ?? [], part)
      return { ...scoreChoices(head, together.get(name) ?? [], part), documents: choices, first_of_document: first }
    }
    const left_out = others.together.size > 0 ? scoreBoth(fitLead(others), 'held-out') : {}
    return [name, { dev: scoreBoth(head, 'dev'), 'held-out': scoreBoth(head, 'held-out'), left_out }]
  })
  return Object.fromEntries(all)
}
