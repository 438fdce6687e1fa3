import { streamText } from 'ai'
import { withRetries } from '#http/with-retries.ts'
import type { ModelCall } from '../calls.ts'
import { ModelFailure, RETRY_POLICY } from '../failure.ts'
import { usageOf } from './count-tokens.ts'
import { failureOf } from './failure-of.ts'
import type { CallParts } from './language-models.ts'
import { watchForLife } from './sign-of-life.ts'

/** Streams text. A failure before the first piece is retried; after a later one the caller decides how to continue. */
export async function* write(parts: CallParts, call: ModelCall): AsyncGenerator<string> {
  const options = { ...RETRY_POLICY, pauseMs: parts.pauseMs, signal: call.signal }
  const { first, rest } = await withRetries(() => parts.pace.call(() => begin(parts, call), call.signal), options)
  try {
    if (first === undefined) return
    yield first
    yield* rest
  } finally {
    // A caller that leaves after the first piece has not started reading the rest.
    await rest.return(undefined)
  }
}

/** Starts a stream and waits for its first piece. */
async function begin(parts: CallParts, call: ModelCall) {
  const rest = pieces(parts, call)
  const { value, done } = await rest.next()
  return { first: done ? undefined : value, rest }
}

/** Characters of a piece: whoever reads looks at each as it comes, and may have had enough after any. */
const LONGEST_PIECE = 4 * 1024

async function* pieces({ models, timeoutMs }: CallParts, call: ModelCall): AsyncGenerator<string> {
  const { role, instructions, prompt, maxOutputTokens, signal, onUsage } = call
  const watch = watchForLife(signal, { first: 2 * timeoutMs, later: timeoutMs })
  let received = 0
  let told: Parameters<typeof usageOf>[0]
  try {
    const { stream } = streamText({
      model: models(role, 'plain'),
      instructions,
      prompt,
      maxOutputTokens,
      maxRetries: 0,
      abortSignal: watch.signal,
      // Its default prints what it got, prompt and all.
      onError: () => {},
    })
    for await (const part of stream) {
      watch.alive()
      if (part.type === 'text-delta') {
        received += part.text.length
        for (let at = 0; at < part.text.length; at += LONGEST_PIECE) yield part.text.slice(at, at + LONGEST_PIECE)
      } else if (part.type === 'reasoning-delta') received += part.text.length
      else if (part.type === 'finish') told = part.totalUsage
      else if (part.type === 'error') throw part.error
      else if (part.type === 'abort') throw watch.failure() ?? signal.reason
      if (part.type === 'finish-step' && part.finishReason === 'error') throw new ModelFailure('cut', 'broke off')
    }
  } catch (error) {
    signal.throwIfAborted()
    const failure = watch.failure() ?? failureOf(error)
    throw received > 0 && failure.reason === 'unreachable' ? new ModelFailure('cut', 'broke off') : failure
  } finally {
    watch.end()
    // Left early, or cut: the model is to stop as well.
    watch.stop()
    onUsage(usageOf(told, instructions.length + prompt.length, received))
  }
}
