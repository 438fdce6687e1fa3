import { leadsOf } from '../src/answer/leads.ts'
import { SubQuestion } from '../src/depth/sub-question.ts'
import { Subject } from '../src/depth/subject.ts'
import type { Head } from '../src/evidence/head.ts'
import { HEADS } from '../src/judge/fitted-heads.ts'
import { answerFeatures } from '../src/report/answer-worth.ts'
import { readSentences } from '../src/report/read-sentences.ts'
import { askAll } from './ask.ts'
import type { Group } from './examples.ts'
import { fitLead } from './heads.ts'
import prior from './opening-prior.json' with { type: 'json' }
import { type Scores, scoreChoices } from './scores.ts'
import type { TrainingSet } from './training-set.ts'

/** What a report's opening is chosen by, and what it was fitted to. */
export interface FittedOpening {
  head: Head
  record: {
    data: Record<string, TrainingSet['hashes'] & { questions_asked: number }>
    /** By set: of questions that it was fitted to, and of others. */
    scores: Record<string, Record<'dev' | 'held-out', Scores>>
  }
}

/**
 * Fits which sentence would open a report best, of all that were read for a question without a model: what a model noted has
 * the weight of the prior. `say` is told what is being done.
 */
export async function fitOpenings(
  sets: readonly TrainingSet[],
  say: (line: string) => void = () => {},
): Promise<FittedOpening> {
  const groups = new Map<string, Group[]>()
  for (const { name, sources, questions } of sets) {
    say(`asks ${questions.length} questions of ${name}`)
    const own: Group[] = []
    await askAll(sources, questions, {
      heads: HEADS,
      observe: (run, { part, holds }, budget) => {
        const sub = new SubQuestion(run.question.text, '', run)
        const others = readSentences([sub])
        const led = leadsOf(run, budget).map(({ evidence }) => ({ evidence, shows: '', sub }))
        const opening = { question: run.question, subject: new Subject(run.question), led, notes: [], others }
        const right = others.map(({ evidence }) => holds(evidence.document, evidence.start, evidence.end))
        // A question of which nothing was found teaches nothing.
        if (right.some(Boolean)) own.push({ part, features: others.map(answerFeatures(opening)), right })
      },
    })
    groups.set(name, own)
  }
  const head = fitLead(groups, prior)
  const scoresOf = (own: readonly Group[]) => ({
    dev: scoreChoices(head, own, 'dev'),
    'held-out': scoreChoices(head, own, 'held-out'),
  })
  const data = sets.map(({ name, hashes, questions }) => [name, { ...hashes, questions_asked: questions.length }])
  const scores = [...groups].map(([name, own]) => [name, scoresOf(own)])
  return { head, record: { data: Object.fromEntries(data), scores: Object.fromEntries(scores) } }
}
