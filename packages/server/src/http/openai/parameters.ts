import type { ReasoningLevel } from '@deep-research/sdk/contract'
import { invalidRequest } from '#protocol/api-error.ts'
import type { ParameterError } from './refusals.ts'

/** A parameter that would change the answer, so it is refused. All other parameters are ignored. */
interface Parameter {
  /** Its name, with dots where it lies in another one. */
  name: string
  /** Whether a value asks for nothing but what is sent anyway. Null and a missing value always pass. */
  allows(value: unknown): boolean
  /** What to do, in a sentence. */
  advice: string
}

const never = () => false
const isEmpty = (value: unknown) => Array.isArray(value) && value.length === 0
const oneOf =
  (...values: unknown[]) =>
  (value: unknown) =>
    values.includes(value)

const NO_TOOLS = 'The research searches by itself and calls no tools of yours: leave it out.'
const NO_LIMIT = 'The length of an answer cannot be limited: leave it out.'
const NO_MEMORY = 'Nothing is remembered between two requests: leave it out, and send the whole question.'
const ONLY_TEXT = 'Answers are text: leave it out.'
const NO_LOGPROBS = 'There are no probabilities of tokens: leave it out.'

const SHARED: readonly Parameter[] = [
  { name: 'tools', allows: isEmpty, advice: NO_TOOLS },
  { name: 'tool_choice', allows: oneOf('none', 'auto'), advice: NO_TOOLS },
  { name: 'top_logprobs', allows: oneOf(0), advice: NO_LOGPROBS },
]

/** Parameters of `chat/completions`. */
export const CHAT_PARAMETERS: readonly Parameter[] = [
  ...SHARED,
  { name: 'n', allows: oneOf(1), advice: 'There is one answer: leave it out, or send 1.' },
  { name: 'functions', allows: isEmpty, advice: NO_TOOLS },
  { name: 'function_call', allows: oneOf('none', 'auto'), advice: NO_TOOLS },
  { name: 'response_format.type', allows: oneOf('text'), advice: ONLY_TEXT },
  { name: 'modalities', allows: (value) => isEmpty(value) || String(value) === 'text', advice: ONLY_TEXT },
  { name: 'audio', allows: never, advice: ONLY_TEXT },
  { name: 'max_tokens', allows: never, advice: NO_LIMIT },
  { name: 'max_completion_tokens', allows: never, advice: NO_LIMIT },
  { name: 'stop', allows: isEmpty, advice: NO_LIMIT },
  { name: 'logprobs', allows: oneOf(false), advice: NO_LOGPROBS },
]

/** Parameters of `responses`. */
export const RESPONSES_PARAMETERS: readonly Parameter[] = [
  ...SHARED,
  { name: 'text.format.type', allows: oneOf('text'), advice: ONLY_TEXT },
  { name: 'max_output_tokens', allows: never, advice: NO_LIMIT },
  { name: 'max_tool_calls', allows: never, advice: 'The model that you choose limits the research: leave it out.' },
  { name: 'previous_response_id', allows: never, advice: NO_MEMORY },
  { name: 'conversation', allows: never, advice: NO_MEMORY },
  { name: 'prompt', allows: never, advice: 'There are no prompt templates: send the question as input.' },
  {
    name: 'background',
    allows: oneOf(false),
    advice: 'Leave it out, and send the header X-Research-Detached: true; GET /v1/research/<id> then has the result.',
  },
]

type Body = Record<string, unknown>

/** The value of a parameter that may lie in another one; undefined if it is missing or null. */
export function parameterOf(body: Body, name: string): unknown {
  let value: unknown = body
  for (const part of name.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined
    value = (value as Body)[part]
  }
  return value ?? undefined
}

/** The refusal of the first parameter that asks for something which is not done here. */
export function checkParameters(body: Body, parameters: readonly Parameter[]): ParameterError | undefined {
  for (const { name, allows, advice } of parameters) {
    const value = parameterOf(body, name)
    if (value !== undefined && !allows(value)) {
      return { ...invalidRequest(`${name} is not supported here. ${advice}`), param: name }
    }
  }
  return undefined
}

/** The refusal of an effort that is not that of the model. */
export function checkEffort(body: Body, name: string, level: ReasoningLevel): ParameterError | undefined {
  const effort = parameterOf(body, name)
  if (effort === undefined || effort === level) return undefined
  return { ...invalidRequest(`The model decides the effort: leave ${name} out, or send "${level}".`), param: name }
}
