import type { ToolCallRecord, ToolCallStartedData } from '@deep-research/sdk/contract'
import { checkOptions, type Kinds } from '#options/check-options.ts'
import { DEFAULT_ANSWER, DEFAULT_SOURCES, DEFAULT_THINKING, DEFAULT_TOOL_CALLS } from './default-answer.ts'
import type { OffsetUnit } from './offsets.ts'
import { buildResult, type MockSource } from './result.ts'
import type { Exchange, Scenario, Step } from './scenario.ts'
import { streamReply } from './stream-reply.ts'
import { readTaggedText } from './tagged-text.ts'
import type { MockToolCall } from './tool-call.ts'

/** A mocked research. Everything has a default, so `answer()` alone is a good stream. */
export interface AnswerOptions {
  /** The answer with tags such as `<cite source="atlas">…</cite>`. */
  answer?: string
  /** The sources by the names that tags use. */
  sources?: Record<string, MockSource>
  /**
   * One text for each iteration; sent only if the request has `include_thinking`. Default: none if `answer` is given.
   */
  thinking?: readonly string[]
  /** Sent only if the request has `include_tool_calls`. Default: none if `answer` is given. */
  toolCalls?: readonly MockToolCall[]
  /** At least 1, the number of thinking texts, and the last iteration of a tool call. */
  iterations?: number
  /** The length of a delta in characters (code points). Default: 24, which splits tags. */
  deltaLength?: number
  /** Milliseconds before each event. Default: 0. */
  everyMs?: number
  /** The unit of offsets. Default: `utf-16`. */
  offsets?: OffsetUnit
}

const KINDS: Kinds<AnswerOptions> = {
  answer: 'string',
  sources: 'object',
  thinking: 'list',
  toolCalls: 'list',
  iterations: 'number',
  deltaLength: { wants: 'a number of at least 1', fits: (value) => typeof value === 'number' && value >= 1 },
  everyMs: 'number',
  offsets: ['utf-16', 'code-point', 'utf-8'],
}

type Settings = Required<AnswerOptions>

interface Call {
  started: ToolCallStartedData
  record: ToolCallRecord
}

function settle(options: AnswerOptions): Settings {
  const own = options.answer !== undefined
  const thinking = options.thinking ?? (own ? [] : DEFAULT_THINKING)
  const toolCalls = options.toolCalls ?? (own ? [] : DEFAULT_TOOL_CALLS)
  const told = toolCalls.map(({ iteration }) => iteration ?? 1)
  return {
    answer: options.answer ?? DEFAULT_ANSWER,
    sources: options.sources ?? (own ? {} : DEFAULT_SOURCES),
    thinking,
    toolCalls,
    iterations: Math.max(options.iterations ?? 1, thinking.length, ...told),
    deltaLength: options.deltaLength ?? 24,
    everyMs: options.everyMs ?? 0,
    offsets: options.offsets ?? 'utf-16',
  }
}

function toCall(call: MockToolCall, index: number): Call {
  const tool_call_id = `call_${index + 1}`
  return {
    started: { tool_call_id, name: call.name, arguments: call.arguments ?? {}, iteration: call.iteration ?? 1 },
    record: {
      tool_call_id,
      name: call.name,
      status: call.status ?? (call.error === undefined ? 'ok' : 'error'),
      duration_ms: call.duration_ms ?? 5,
      result: call.result ?? {},
      ...(call.error === undefined ? {} : { error: call.error }),
    },
  }
}

/** Splits a text into pieces of so many code points, so that no piece contains half a character. */
function pieces(text: string, length: number): string[] {
  const characters = Array.from(text)
  const parts: string[] = []
  for (let start = 0; start < characters.length; start += length) {
    parts.push(characters.slice(start, start + length).join(''))
  }
  return parts
}

function* researchSteps(settings: Settings, calls: readonly Call[], exchange: Exchange): Generator<Step> {
  const { options } = exchange.request
  let sequence = 0
  for (let iteration = 1; iteration <= settings.iterations; iteration += 1) {
    const thought = settings.thinking[iteration - 1]
    if (thought !== undefined && options?.include_thinking === true) {
      for (const content of pieces(thought, settings.deltaLength)) {
        yield { kind: 'event', type: 'research.thinking.delta', data: { content, sequence } }
        sequence += 1
      }
    }
    if (options?.include_tool_calls !== true) continue
    for (const { started, record } of calls.filter((call) => call.started.iteration === iteration)) {
      yield { kind: 'event', type: 'research.tool_call.started', data: started }
      yield { kind: 'event', type: 'research.tool_call.completed', data: record }
    }
  }
}

function completed(settings: Settings, calls: readonly Call[]): Step {
  return {
    kind: 'event',
    type: 'research.completed',
    data: ({ request, clock, startedAt }) =>
      buildResult({
        answer: settings.answer,
        sources: settings.sources,
        thinking: settings.thinking.join(''),
        toolCalls: calls.length,
        iterations: settings.iterations,
        latencyMs: clock.now() - startedAt,
        offsets: settings.offsets,
        ...(request.options?.include_tool_calls === true ? { records: calls.map(({ record }) => record) } : {}),
        ...(request.metadata === undefined ? {} : { metadata: request.metadata }),
      }),
  }
}

function* answerSteps(settings: Settings, exchange: Exchange): Generator<Step> {
  const calls = settings.toolCalls.map(toCall)
  yield* researchSteps(settings, calls, exchange)
  const { answer } = readTaggedText(settings.answer)
  for (const [sequence, content] of pieces(answer, settings.deltaLength).entries()) {
    yield { kind: 'event', type: 'research.answer.delta', data: { content, sequence } }
  }
  yield completed(settings, calls)
  yield { kind: 'done' }
}

function* paced(steps: Iterable<Step>, everyMs: number): Generator<Step> {
  for (const step of steps) {
    if (everyMs > 0 && step.kind === 'event') yield { kind: 'wait', ms: everyMs }
    yield step
  }
}

/**
 * A good stream: thinking and tool calls if the request asks for them, the answer in deltas, the result, `[DONE]`.
 * @throws Error immediately if the text and the sources do not match
 */
export function answer(options: AnswerOptions = {}): Scenario {
  checkOptions('answer', options, KINDS)
  const settings = settle(options)
  buildResult({ answer: settings.answer, sources: settings.sources })
  return {
    name: 'answer',
    reply: (exchange) => streamReply(exchange, paced(answerSteps(settings, exchange), settings.everyMs)),
  }
}
