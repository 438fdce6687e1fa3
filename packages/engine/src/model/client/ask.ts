import { generateText, NoObjectGeneratedError, Output } from 'ai'
import { withRetries } from '#http/with-retries.ts'
import type { StructuredCall } from '../calls.ts'
import { ModelFailure, RETRY_POLICY } from '../failure.ts'
import { usageOf } from './count-tokens.ts'
import { failureOf } from './failure-of.ts'
import type { CallParts, Rung } from './language-models.ts'
import { readJson } from './read-json.ts'
import { watchForLife } from './sign-of-life.ts'

const RUNGS: readonly Rung[] = ['schema', 'json', 'plain']
/** Calls beyond the first that one question may cost. */
const EXTRA_CALLS = RETRY_POLICY.retries

export interface AskParts extends CallParts {
  /** The rung that works for this endpoint, as far as is known. */
  rung: { current: Rung }
}

/**
 * Asks for an object in the strictest way that the endpoint supports, step by step down to plain words. A nearly
 * correct response is repaired; otherwise the model is asked once more and told what was wrong.
 */
export async function ask<Value>(parts: AskParts, call: StructuredCall<Value>): Promise<Value> {
  let correction = ''
  for (let calls = 0; calls <= EXTRA_CALLS; calls += 1) {
    let said: string
    try {
      const options = { ...RETRY_POLICY, pauseMs: parts.pauseMs, retries: EXTRA_CALLS - calls, signal: call.signal }
      said = await withRetries(() => parts.pace.call(() => askOnce(parts, call, correction), call.signal), options)
    } catch (error) {
      const lower = RUNGS[RUNGS.indexOf(parts.rung.current) + 1]
      if (!(error instanceof ModelFailure) || error.reason !== 'request' || lower === undefined) throw error
      parts.rung.current = lower
      continue
    }
    const read = readJson(said, call.schema)
    if ('value' in read) return read.value
    if (correction !== '') break
    correction = `\n\nYour last reply could not be used: ${read.problem}. Reply with the JSON object alone.`
  }
  throw new ModelFailure('format', 'did not return the requested object')
}

async function askOnce<Value>(parts: AskParts, call: StructuredCall<Value>, correction: string): Promise<string> {
  const { role, maxOutputTokens, onUsage, signal, schema, example } = call
  const rung = parts.rung.current
  const watch = watchForLife(signal, { first: parts.timeoutMs, later: parts.timeoutMs })
  // What is the same in every call of a kind comes first, and what differs last.
  const instructions = `${call.instructions}\n\nReply with one JSON object alone, like this:\n${example}`
  const prompt = `${call.prompt}${correction}`
  const sent = instructions.length + prompt.length
  try {
    const { text, totalUsage } = await generateText({
      model: parts.models(role, rung),
      instructions,
      prompt,
      maxOutputTokens,
      maxRetries: 0,
      abortSignal: watch.signal,
      ...(rung === 'plain' ? {} : { output: Output.object({ schema }) }),
    })
    onUsage(usageOf(totalUsage, sent, text.length))
    return text
  } catch (error) {
    if (NoObjectGeneratedError.isInstance(error)) {
      const { text = '', usage } = error
      onUsage(usageOf(usage, sent, text.length))
      return text
    }
    onUsage(usageOf(undefined, sent, 0))
    signal.throwIfAborted()
    throw watch.failure() ?? failureOf(error)
  } finally {
    watch.end()
  }
}
