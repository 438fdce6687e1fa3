import { z } from 'zod'
import { withRetries } from '#http/with-retries.ts'
import type { AskedSchema } from '../asked.ts'
import type { StructuredCall } from '../calls.ts'
import { ModelFailure } from '../failure.ts'
import type { Line, Lines, Turn } from './converse.ts'
import { readJson } from './read-json.ts'
import { repliesOf, Stump } from './reply.ts'

/**
 * Asks for an object in the strictest way that the endpoint supports. A nearly correct response is repaired; otherwise
 * the model is asked once more and told what was wrong.
 */
export async function ask<Value>(lines: Lines, call: StructuredCall<Value>): Promise<Value> {
  const { role, schema, example, signal, ...rest } = call
  const line = lines[role]
  // What is the same in every call of a kind comes first, and what differs last.
  const instructions = `${call.instructions}\n\nReply with one JSON object alone, like this:\n${example}`
  const turn: Turn = { ...rest, instructions, signal, schema: jsonSchemaOf(schema) }
  let correction = ''
  for (;;) {
    const prompt = `${call.prompt}${correction}`
    const policy = { ...line.policy, signal }
    const { said, failure } = await withRetries(() => whole(line, { ...turn, prompt }), policy)
    const read = readJson(said, schema)
    if ('value' in read) return read.value
    if (failure) throw failure
    if (correction !== '') throw new ModelFailure('format', `did not return the requested object (${read.problem})`)
    correction = `\n\nYour last reply could not be used: ${read.problem}. Reply with the JSON object alone.`
  }
}

/** A whole reply; one that ended early may yet hold the object. */
async function whole(line: Line, turn: Turn): Promise<{ said: string; failure?: ModelFailure }> {
  let said = ''
  try {
    for await (const piece of repliesOf(line, turn)) said += piece
    return { said }
  } catch (failure) {
    const isWhole = failure instanceof ModelFailure && failure.reason === 'cut' && said.trimEnd().endsWith('}')
    if (!(failure instanceof Stump) && !isWhole) throw failure
    return { said, failure: failure as ModelFailure }
  }
}

/** Made once for each kind of reply. */
const schemas = new WeakMap<object, object>()

function jsonSchemaOf(schema: AskedSchema<unknown>): object {
  const known = schemas.get(schema)
  if (known) return known
  // Servers read the draft that they know, and some refuse what names another one.
  const { $schema: _draft, ...made } = z.toJSONSchema(schema, { target: 'draft-7', unrepresentable: 'any' })
  schemas.set(schema, made)
  return made
}
