import type { Names } from '#language/name-dictionary.ts'
import type { Origins } from '#question/origins.ts'
import type { Question } from '#question/question.ts'
import type { Synonyms } from '#question/synonyms.ts'
import type { Library } from '../types.ts'
import type { Frontier } from './frontier.ts'
import type { Heads } from './head.ts'
import type { Ledger } from './ledger.ts'

/** What one run of the loop knows. */
export interface Run {
  readonly question: Question
  /** What it judges by. */
  readonly heads: Heads
  readonly frontier: Frontier
  readonly ledger: Ledger
  /** How much of the question the best passage found speaks of. */
  support: number
  /** Documents from which queries have been expanded. */
  readonly expanded: Set<string>
}

/** What a run searches. */
export interface Collection {
  readonly library: Library
  readonly heads: Heads
  readonly titles: Names
  readonly origins: Origins
  /** Words that mean the same in it. Default: none. */
  readonly synonyms?: Synonyms | undefined
}
