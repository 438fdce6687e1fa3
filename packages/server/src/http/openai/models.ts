import { REASONING_LEVELS, type ReasoningLevel } from '@deep-research/sdk/contract'

const LEVELS = Object.keys(REASONING_LEVELS) as ReasoningLevel[]

/** The name under which a level is a model. */
const nameOf = (level: ReasoningLevel): string => `deep-research-${level}`

/** The names of all models, separated by commas. */
export const MODEL_NAMES: string = LEVELS.map(nameOf).join(', ')

/** The level that a model stands for; undefined if there is no such model. */
export function levelOf(model: unknown): ReasoningLevel | undefined {
  return LEVELS.find((level) => nameOf(level) === model)
}

export interface Model {
  id: string
  object: 'model'
  /** When it was made, which nobody knows of a level. */
  created: 0
  owned_by: string
}

export const MODELS: readonly Model[] = LEVELS.map((level) => ({
  id: nameOf(level),
  object: 'model',
  created: 0,
  owned_by: 'deep-research',
}))
