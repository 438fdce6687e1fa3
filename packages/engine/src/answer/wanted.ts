import type { Evidence } from '#evidence/ledger.ts'
import type { Judged } from '#judge/relevance.ts'
import marks from '#language/data/lead-marks.json' with { type: 'json' }
import { contentReader } from '#question/agreement.ts'
import type { Question } from '#question/question.ts'
import { coverage } from '#question/weights.ts'
import type { Wanted } from './passage.ts'

/** Asks how to do something, or for an example. */
const ASKS_FOR_CODE = new RegExp(marks.asksForCode.join('|'), 'i')

/** What the passages of an answer are cut for. */
export function wantedBy({ text, several, goal }: Question, cited: readonly Judged[]): Wanted {
  const contentOf = contentReader(goal)
  const byId = new Map(cited.map(({ candidate }) => [candidate.document.id, candidate.evidence]))
  return {
    code: ASKS_FOR_CODE.test(text),
    list: several,
    holds: (words) => coverage(contentOf(words), goal.weights),
    like(lead) {
      const all: readonly Evidence[] = byId.get(lead.document.id) ?? []
      const own = all.find(({ start }) => start === lead.start)
      return all.filter(({ block, covers }) => block?.kind === 'row' && own?.covers.isSubsetOf(covers) === true)
    },
  }
}
