import { type Part, sample } from '../bench/data-set.ts'
import { inTemporaryFolder } from '../bench/temporary-folder.ts'
import type { Head, Heads } from '../src/evidence/head.ts'
import type { SourceDocument } from '../src/types.ts'
import { askAll } from './ask.ts'
import { answeredCase, type Case, documentGroup, type Group, leadGroup, sentenceGroups } from './examples.ts'
import type { Fitted } from './files.ts'
import {
  type BySet,
  fitAnswered,
  fitDocument,
  fitLead,
  fitSentence,
  PRIOR,
  type Sentences,
  WITHOUT_PRIOR,
} from './heads.ts'
import { type Scores, scoreAnswered, scoreChoices, scoreDocuments } from './scores.ts'
import { smallCollections } from './small-collections.ts'
import type { TrainingQuestion, TrainingSet } from './training-set.ts'

/** Fits the heads one after the other, each to what the engine finds with those before it. */
export async function fitAll(
  given: readonly TrainingSet[],
  most: number,
  tell: (line: string) => void,
): Promise<Fitted> {
  const sets = given.map((set) => ({ ...set, questions: sample(set.questions, most) }))
  tell('sentences')
  const sentences = await sentencesOf(sets, PRIOR)
  const withSentence = { ...PRIOR, sentence: fitSentence(sentences) }
  tell('documents')
  const documents = await documentsOf(sets, withSentence)
  const withDocument = { ...withSentence, document: fitDocument(documents) }
  tell('leads')
  const leads = await leadsOf(sets, withDocument)
  const withLead = { ...withDocument, lead: fitLead(leads) }
  tell('answers')
  const cases = await casesOf(sets, withLead)
  const { sentence, lead, document } = withLead
  const heads: Heads = { sentence, lead, document, answered: fitAnswered(cases) }
  tell('scores')
  const scores = {
    sentence: scoresOfSentence(sentences, heads.sentence),
    lead: leadScores(leads, heads.lead),
    document: scoresOf(documents, heads.document, (others) => fitDocument(others, WITHOUT_PRIOR), scoreDocuments),
    answered: scoresOf(cases, heads.answered, (others) => fitAnswered(others, WITHOUT_PRIOR), scoreAnswered),
  }
  const data = sets.map(({ name, hashes, questions }) => [name, { ...hashes, questions_asked: questions.length }])
  return { heads, record: { data: Object.fromEntries(data), ...SAID, scores } }
}

const SAID = {
  split: "a third of each set, by the SHA-256 of the questions' ids, is held out of every fit and of every threshold",
  seed: 'none: nothing is drawn by chance',
  prior: PRIOR.provenance,
  left_out: 'the held-out part of a set, by a head fitted to the other sets alone and drawn to no prior',
}

const isAnswerable = ({ answerable }: TrainingQuestion) => answerable

export async function documentsOf(sets: readonly TrainingSet[], heads: Heads): Promise<BySet<Group>> {
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

export async function sentencesOf(sets: readonly TrainingSet[], heads: Heads): Promise<Sentences> {
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

export async function leadsOf(sets: readonly TrainingSet[], heads: Heads): Promise<BySet<Group>> {
  const found = new Map<string, Group[]>()
  for (const { name, sources, questions } of sets) {
    const groups: (Group | undefined)[] = []
    await askAll(sources, questions.filter(isAnswerable), {
      heads,
      observe: (run, question, budget) => groups.push(leadGroup(run, budget, question)),
    })
    const choices = groups.filter((group) => group !== undefined)
    if (choices.length > 0) found.set(name, choices)
  }
  return found
}

/** Questions of another set, which is about something else. */
const STRANGERS = 60

export async function casesOf(sets: readonly TrainingSet[], heads: Heads): Promise<BySet<Case>> {
  const found = new Map<string, Case[]>()
  for (const [at, set] of sets.entries()) {
    const { name, sources, questions } = set
    const cases: Case[] = []
    /** `answerable`: where that is another matter than the set says. */
    const asking = (answerable?: boolean) => ({
      heads,
      observe: ((run, question, budget) => {
        const { part } = question
        const real = answerable === undefined
        cases.push(answeredCase(run, budget, { part, answerable: answerable ?? question.answerable, real }))
      }) satisfies Parameters<typeof askAll>[2]['observe'],
    })
    await askAll(sources, questions, asking())
    const hides = (document: SourceDocument, question: TrainingQuestion) => question.needs(document)
    const hideable = questions.filter(({ needsOne, answerable }) => needsOne && answerable)
    await askAll(sources, hideable, { ...asking(false), hides })
    const strangers = sets[(at + 1) % sets.length]?.questions.filter(isAnswerable).slice(0, STRANGERS) ?? []
    if (sets.length > 1) await askAll(sources, strangers, asking(false))
    await inTemporaryFolder('small', async (folder) => {
      for (const { sources, own, others } of smallCollections(set, folder)) {
        await askAll(sources, own, asking(true))
        await askAll(sources, others, asking(false))
      }
    })
    found.set(name, cases)
  }
  return found
}

/** How often a head of leads takes a right one first. */
export function leadScores(leads: BySet<Group>, head: Head) {
  return scoresOf(leads, head, (others) => fitLead(others, WITHOUT_PRIOR), scoreChoices)
}

type Score<Item> = (head: Head, items: readonly Item[], part: Part) => Scores

/** So many heads at most are fitted without some sets, to see what those find that never saw a set: each leaves out every tenth. */
const LEFT_OUT_FITS = 10

function scoresOf<Item>(sets: BySet<Item>, head: Head, fitTo: (sets: BySet<Item>) => Head, score: Score<Item>) {
  const isLeftOut = (at: number, fold: number) => at % LEFT_OUT_FITS === fold
  const folds = Array.from({ length: sets.size > 1 ? Math.min(LEFT_OUT_FITS, sets.size) : 0 }, (_, fold) =>
    fitTo(new Map([...sets].filter((_, at) => !isLeftOut(at, fold)))),
  )
  const all = [...sets].map(([name, items], at) => {
    const without = folds[at % LEFT_OUT_FITS]
    const left_out = without ? score(without, items, 'held-out') : {}
    return [name, { dev: score(head, items, 'dev'), 'held-out': score(head, items, 'held-out'), left_out }]
  })
  return Object.fromEntries(all)
}

function scoresOfSentence({ ofDocuments, together }: Sentences, head: Head) {
  const without = (sets: BySet<Group>, name: string) => new Map([...sets].filter(([other]) => other !== name))
  const all = [...together.keys()].map((name) => {
    const others = { ofDocuments: without(ofDocuments, name), together: without(together, name) }
    const scoreBoth = (head: Head, part: Part): Scores => {
      const { choices = 0, first = 0 } = scoreChoices(head, ofDocuments.get(name) ?? [], part)
      return { ...scoreChoices(head, together.get(name) ?? [], part), documents: choices, first_of_document: first }
    }
    const left_out = others.together.size > 0 ? scoreBoth(fitSentence(others, WITHOUT_PRIOR), 'held-out') : {}
    return [name, { dev: scoreBoth(head, 'dev'), 'held-out': scoreBoth(head, 'held-out'), left_out }]
  })
  return Object.fromEntries(all)
}
