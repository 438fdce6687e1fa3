import type { Stretch } from '#cite/attribute.ts'
import { quotesAreReal } from '#cite/find-quotation.ts'
import type { Evidence } from '#evidence/ledger.ts'
import { isInstruction } from '#guard/instructions.ts'
import { unlink } from '#guard/unlink.ts'
import type { SourceDocument } from '../types.ts'
import { repeatsData } from './data-block.ts'
import type { Draft } from './draft-parser.ts'
import { echoes } from './echo.ts'
import { isRefusal } from './refusal.ts'

/**
 * Returns the parts of a draft that may be said; undefined if none may. `evidence` is known by its handles; `forbidden` is
 * what must not be repeated: the model's own instructions.
 */
export type Gate = (
  draft: Draft,
  evidence: ReadonlyMap<string, readonly Evidence[]>,
  forbidden: readonly string[],
) => Stretch[] | undefined

/**
 * Makes the gate that every sentence of a model passes. It removes links and blocks instructions that no source of the
 * sentence gives, echoes of what is forbidden, quotations that no source contains, refusals in the middle of an answer,
 * and repetitions.
 */
export function createGate(question: string, documents: ReadonlySet<SourceDocument>): Gate {
  const said = new Set<string>()
  return (draft, evidence, forbidden) => {
    const stretches = stretchesOf(draft, evidence)
    const text = stretches
      .map((each) => each.text)
      .join('')
      .trim()
    if (!/[\p{L}\p{N}]/u.test(text) || isRefusal(text) || repeatsData(text)) return undefined
    if (isInstruction(text) && !ofSource(stretches)) return undefined
    const key = text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ')
    const cited = stretches.flatMap((each) => each.evidence.map(({ quote }) => quote))
    if (said.has(key) || echoes(text, forbidden) || !quotesAreReal(text, documents, { question, cited }))
      return undefined
    said.add(key)
    return stretches
  }
}

/** Whether a source that is cited tells readers the like: the operator's own documents may. */
function ofSource(stretches: readonly Stretch[]): boolean {
  return stretches.some(({ evidence }) => evidence.some(({ quote }) => isInstruction(quote)))
}

/** The stretches that end at a handle each, without links. */
export function stretchesOf({ text, handles }: Draft, byHandle: ReadonlyMap<string, readonly Evidence[]>): Stretch[] {
  const ends = [...new Set(handles.map(({ at }) => at))].sort((a, b) => a - b)
  const evidenceAt = (at: number) =>
    handles.filter((each) => each.at === at).flatMap(({ handle }) => byHandle.get(handle) ?? [])
  const stretches: Stretch[] = []
  let last = 0
  const add = (part: string, evidence: readonly Evidence[]) => {
    const clean = unlink(part)
    const before = stretches.at(-1)
    // What an address left behind is no white space of the sentence.
    if (before && /^[.,;:!?]/.test(clean)) before.text = before.text.trimEnd()
    if (clean !== '') stretches.push({ text: clean, evidence })
  }
  for (const at of ends) {
    add(text.slice(last, at), evidenceAt(at))
    last = at
  }
  add(text.slice(last), [])
  const joined = stretches.map((each) => each.text).join('')
  const clean = unlink(joined)
  // A link that a handle stood in: its parts are no stretches of their own.
  if (clean !== joined) return [{ text: clean, evidence: stretches.flatMap(({ evidence }) => evidence) }]
  return stretches
}
