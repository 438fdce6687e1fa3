import { sample } from '../bench/data-set.ts'
import type { Fitted } from './files.ts'
import { leadScores, leadsOf } from './fit-all.ts'
import { fitLead } from './heads.ts'
import type { TrainingSet } from './training-set.ts'

/** Fits the head of leads alone to some sets; the other heads, and what is said of them, stay as they were. */
export async function fitLeadAlone(
  given: readonly TrainingSet[],
  most: number,
  { heads, record }: Fitted,
  tell: (line: string) => void,
): Promise<Fitted> {
  const sets = given.map((set) => ({ ...set, questions: sample(set.questions, most) }))
  tell('leads')
  const leads = await leadsOf(sets, heads)
  tell('scores')
  const lead = fitLead(leads)
  const data = sets.map(({ name, hashes, questions }) => [name, { ...hashes, questions_asked: questions.length }])
  return {
    heads: { ...heads, lead },
    record: {
      ...record,
      lead_data: Object.fromEntries(data),
      scores: { ...record.scores, lead: leadScores(leads, lead) },
    },
  }
}
