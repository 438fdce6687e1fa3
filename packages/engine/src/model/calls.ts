import type { AskedSchema } from './asked.ts'

/** Two roles of models: the fast one plans, reflects and judges; the smart one writes. Both may be the same model. */
export type ModelRole = 'smart' | 'fast'

/** What a call took, in tokens. */
export interface ModelUsage {
  /** Tokens that were sent. */
  input: number
  /** Tokens that came back. */
  output: number
  /** The part of `output` that the model thought rather than said. */
  reasoning: number
}

/** One call of a model. It gets text and gives text: there are no tools, addresses or secrets in it. */
export interface ModelCall {
  /** Whether the call needs the better model or the faster one. */
  role: ModelRole
  /** What the model is to do: written by this package alone. */
  instructions: string
  /** The question and the evidence, as data. */
  prompt: string
  /** The most tokens of the reply. */
  maxOutputTokens: number
  /** Ends the call. */
  signal: AbortSignal
  /** Called once when the call has ended, in whatever way. */
  onUsage: (usage: ModelUsage) => void
}

/** A call that is answered with one small JSON object. */
export interface StructuredCall<Value> extends ModelCall {
  /** What the reply must be. */
  schema: AskedSchema<Value>
  /** The object as a model should write it. */
  example: string
}

/** The models that an operator has configured. */
export interface Models {
  /**
   * Asks for an object.
   * @throws {ModelFailure}; the signal's reason when aborted
   */
  ask<Value>(call: StructuredCall<Value>): Promise<Value>
  /**
   * Asks for text, piece by piece as it comes, with what the model thinks aloud in tags.
   * @throws {ModelFailure}, also after pieces have come; the signal's reason when aborted
   */
  write(call: ModelCall): AsyncIterable<string>
  /** A number from 0 to below `bound` that nobody can guess. Default: the system's. */
  random?: (bound: number) => number
}
