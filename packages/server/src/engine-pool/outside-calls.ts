import type { Embedder, HostedTask, ModelCall, ModelUsage, Reranker, SearchHit, Web } from '@deep-research/engine'
import type { Attempt } from '#steps/attempt.ts'

/** A call of a model as it goes to another thread; its schema goes by its name. */
export type SentCall = Pick<ModelCall, 'role' | 'instructions' | 'prompt' | 'maxOutputTokens'>

/** What a run in a thread asks of what is outside, which only the thread that serves reaches. */
export type OutsideCall =
  | { what: 'ask'; call: SentCall; example: string; schema: string }
  | { what: 'write'; call: SentCall }
  /** `found` is what the run's own collection has, where that is searched too. */
  | { what: 'search'; query: string; language: string; found: readonly SearchHit[] | undefined }
  | { what: 'read'; address: string }
  | { what: 'excerpt'; draft: Parameters<Web['pages']['keepExcerpt']>[0] }
  | { what: 'own'; draft: Parameters<Web['pages']['keepOwn']>[0] }
  | { what: 'embed'; texts: readonly string[]; use: Parameters<Embedder['embed']>[1] }
  | { what: 'score'; question: string; texts: Parameters<Reranker['score']>[1] }
  | { what: 'hosted start'; task: HostedTask }
  | { what: 'hosted next'; id: string; after: string }
  | { what: 'hosted cancel'; id: string }
  /** A step of the run is to be kept. */
  | { what: 'keep'; key: string; result: string }

/** What comes of a call: pieces of a text and what it took, then its end. */
export type OutsideNews = { piece: string } | { usage: ModelUsage } | { end: Attempt<unknown> }
