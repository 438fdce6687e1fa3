import { createHash } from 'node:crypto'
import type { Part } from '../bench/data-set.ts'
import type { Heads } from '../src/evidence/head.ts'
import type { Scores } from './scores.ts'
import type { TrainingSet } from './training-set.ts'

type SetOfFit = TrainingSet['hashes'] & { questions_asked: number }

/** What the heads were fitted to, and how well they do. */
export interface FitRecord {
  data: Record<string, SetOfFit>
  /** The same of the head of leads, where it was fitted alone after the others. */
  lead_data?: Record<string, SetOfFit>
  split: string
  seed: string
  prior: string
  left_out: string
  /** By head, by set, by part; `left_out`: of the held-out part, by a head fitted without the whole set. */
  scores: Record<string, Record<string, Record<Part | 'left_out', Scores>>>
}

export interface Fitted {
  heads: Heads
  record: FitRecord
}

/** Where a fit's record lies in the repository. */
const RECORD = 'packages/engine/fit/record.json'

const textOf = (value: object) => `${JSON.stringify(value, null, 2)}\n`

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')

/** The texts of the two files of a fit: the weights, which name their record, and the record, with their SHA-256. */
export function filesOf({ heads, record }: Fitted): { weights: string; record: string } {
  const weights = textOf({ record: RECORD, heads })
  return { weights, record: textOf({ weights: hashOf(weights), ...record }) }
}
