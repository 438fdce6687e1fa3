import type { Evidence } from '#evidence/ledger.ts'
import type { Draft } from './draft-parser.ts'
import { takeHandles } from './handles.ts'
import type { ModelUse } from './model-use.ts'
import { REWRITING, REWRITING_EXAMPLE, REWRITTEN } from './prompts/rewrite.ts'
import { bySource } from './write-draft.ts'

/** A sentence that may not stand as it is. */
export interface DraftToRewrite {
  draft: Draft
  /** What it cites, by handle. */
  sources: ReadonlyMap<string, readonly Evidence[]>
  /** What is wrong with it, in words for its writer. */
  why: string
}

/** Paragraphs shown for a sentence: more belong to no one sentence. */
const MOST_SOURCES = 4
/** Sentences of one call, and characters of their sources. */
const MOST_DRAFTS = 10
const MOST_CHARACTERS = 12_000

/**
 * Has sentences written again beside their sources, all in one call. Undefined for those of which nothing comes.
 * @throws {ModelFailure}; the signal's reason when aborted
 */
export async function rewriteAll(
  all: readonly DraftToRewrite[],
  use: ModelUse,
  signal: AbortSignal,
): Promise<(Draft | undefined)[]> {
  const some = all.slice(0, MOST_DRAFTS)
  const sources = new Map<string, readonly Evidence[]>()
  const drafts = some.map(({ draft, sources: own, why }, at) => {
    const shown = [...own].slice(0, MOST_SOURCES)
    for (const [handle, evidence] of shown) sources.set(handle, evidence)
    return { draft: at + 1, text: draft.text, why, sources: shown.map(([handle]) => handle) }
  })
  const data = [...drafts, ...bySource(sources, MOST_CHARACTERS)]
  const question = { instructions: REWRITING, example: REWRITING_EXAMPLE, schema: REWRITTEN, data }
  const { sentences } = await use.ask(question, signal)
  return all.map((one, at) => {
    const written = at < some.length ? sentences.find(({ draft }) => draft === at + 1)?.sentence : undefined
    return written === undefined ? undefined : asDraft(written, one)
  })
}

function asDraft(written: string, { draft, sources }: DraftToRewrite): Draft | undefined {
  const { text, handles } = takeHandles(written.replace(/\s+/g, ' ').trim())
  if (text === '') return undefined
  const [first] = sources.keys()
  const known = handles.filter(({ handle }) => sources.has(handle))
  return {
    ...draft,
    text,
    handles: known.length > 0 || first === undefined ? known : [{ handle: first, at: text.length }],
  }
}
