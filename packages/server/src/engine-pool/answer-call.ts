import { EMPTY_LIBRARY, type HostedResearch, type Outside, type Semantics, schemaNamed } from '@deep-research/engine'
import { attempt, describe, type Failures } from '#steps/attempt.ts'
import type { OutsideCall, OutsideNews } from './outside-calls.ts'

/** What runs in threads reach through the thread that serves: all share its pace, its breakers and its pages. */
export interface SharedOutside extends Outside, Semantics {
  /** The service that researches in place of the engine. */
  hosted?: HostedResearch | undefined
  failures: Failures
}

/** A call, what ends it, and who is told what comes of it. */
export interface MadeCall {
  call: OutsideCall
  signal: AbortSignal
  tell: (news: OutsideNews) => void
  /** Keeps a step of the run. */
  keep: (key: string, result: string) => Promise<void>
}

/** Makes a call for a thread. Once the call is aborted, the thread is told nothing more of it. */
export async function answerCall(outside: SharedOutside, made: MadeCall): Promise<void> {
  const { signal, tell } = made
  try {
    const end = await attempt(() => make(outside, made), outside.failures, signal)
    if (!signal.aborted) tell({ end })
  } catch (error) {
    // What came of the call cannot be sent to another thread.
    if (!signal.aborted) tell({ end: { failure: describe(error, outside.failures) } })
  }
}

async function make(outside: SharedOutside, { call, signal, tell, keep }: MadeCall): Promise<unknown> {
  const { models, web, embedder, reranker, hosted } = outside
  const onUsage = (usage: Extract<OutsideNews, { usage: unknown }>['usage']) => tell({ usage })
  switch (call.what) {
    case 'ask': {
      const { example, schema } = call
      return await models?.ask({ ...call.call, example, schema: schemaNamed(schema), signal, onUsage })
    }
    case 'write':
      for await (const piece of models?.write({ ...call.call, signal, onUsage }) ?? []) tell({ piece })
      return undefined
    case 'search': {
      const { query, language, found } = call
      return await web?.chain.search({ query, language, found, held: EMPTY_LIBRARY, signal })
    }
    case 'read':
      return await web?.pages.read(call.address, signal)
    case 'excerpt':
      return await web?.pages.keepExcerpt(call.draft, signal)
    case 'own':
      return await web?.pages.keepOwn(call.draft, signal)
    case 'embed':
      return await embedder?.embed(call.texts, call.use, signal)
    case 'score':
      return await reranker?.score(call.question, call.texts, signal)
    case 'hosted start':
      return await hosted?.start(call.task, signal)
    case 'hosted next':
      return await hosted?.next(call.id, call.after, signal)
    case 'hosted cancel':
      return await hosted?.cancel(call.id)
    case 'keep':
      return await keep(call.key, call.result)
  }
}
