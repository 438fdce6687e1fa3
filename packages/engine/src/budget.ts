import { REASONING_LEVELS, type ReasoningLevel } from '@deep-research/sdk/contract'

/** How far a run may go, and how much its answer may hold. */
export interface Budget {
  maxIterations: number
  sentences: number
  documents: number
  sentencesADocument: number
  /** How much more it matters to cite all that is needed than to cite nothing else. */
  recallWeight: number
}

/** The budget of a level: its ceiling of iterations is the contract's; the answer grows with it. */
export function budgetFor(level: ReasoningLevel): Budget {
  const { maxIterations } = REASONING_LEVELS[level]
  switch (level) {
    case 'low':
      return { maxIterations, sentences: 8, documents: 4, sentencesADocument: 3, recallWeight: 5 }
    case 'medium':
      return { maxIterations, sentences: 12, documents: 6, sentencesADocument: 3, recallWeight: 1.5 }
    case 'high':
      return { maxIterations, sentences: 16, documents: 8, sentencesADocument: 5, recallWeight: 4 }
  }
}
