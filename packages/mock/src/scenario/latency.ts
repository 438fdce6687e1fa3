import { DEFAULT_REASONING_LEVEL, type ReasoningLevel } from '@deep-research/sdk/contract'
import { checkOptions } from '#options/check-options.ts'
import { answer } from './answer.ts'
import { type Derived, derive } from './derive.ts'
import type { Scenario, Step } from './scenario.ts'

/** How long the parts of a stream take. */
export interface LatencyOptions extends Derived {
  /**
   * Milliseconds from the response head to the first piece of the answer. Default: 15, 45 or 120 seconds, depending on
   * the level.
   */
  researchMs?: number
  /** 10 is ten times as fast as real research; `Infinity` does not wait. Default: 1. */
  speed?: number
}

/** How long research takes before it begins to answer, in milliseconds. */
const RESEARCH_MS: Record<ReasoningLevel, number> = { low: 15_000, medium: 45_000, high: 120_000 }
/** The time to the response head: authentication, charging and admission, in milliseconds. */
const HEAD_MS = 300
/** The time for a piece of the answer in milliseconds: 24 characters are six tokens, at 50 tokens a second. */
const DELTA_MS = 120
/** The time from the end of the answer to the result, in which citations are checked, in milliseconds. */
const CHECKING_MS = 2_000
/** How long a service is silent before it sends a keep-alive comment, in milliseconds. */
const KEEP_ALIVE_MS = 15_000

/** Waits vary by these factors in turn, which are the same in each run and 1 on average. */
const UNEVEN = [0.4, 1.7, 0.8, 1.3, 0.6, 1.2]
const uneven = (index: number) => UNEVEN[index % UNEVEN.length] ?? 1

interface Pace {
  readonly researchMs: number
  readonly speed: number
}

const isAnswer = (step: Step) => step.kind === 'event' && step.type === 'research.answer.delta'

/** A silence with keep-alive comments, which come at their real pace whatever the speed. */
function* silence(ms: number, speed: number): Generator<Step> {
  let rest = ms / speed
  for (; rest > KEEP_ALIVE_MS; rest -= KEEP_ALIVE_MS) {
    yield { kind: 'wait', ms: KEEP_ALIVE_MS }
    yield { kind: 'comment', text: 'keep-alive' }
  }
  if (rest > 0) yield { kind: 'wait', ms: rest }
}

/** Spreads everything before the answer over the time of the research. */
function* research(before: readonly Step[], { researchMs, speed }: Pace): Generator<Step> {
  const weights = Array.from({ length: before.length + 1 }, (_, index) => uneven(index))
  const whole = weights.reduce((sum, weight) => sum + weight, 0)
  for (const [index, weight] of weights.entries()) {
    yield* silence((researchMs * weight) / whole, speed)
    const step = before[index]
    if (step !== undefined) yield step
  }
}

function* paced(steps: Iterable<Step>, pace: Pace): Generator<Step> {
  const before: Step[] = []
  let deltas = -1
  for (const step of steps) {
    if (deltas < 0 && !isAnswer(step)) {
      before.push(step)
      continue
    }
    if (deltas < 0) yield* research(before, pace)
    if (isAnswer(step)) deltas += 1
    const answering = isAnswer(step) ? DELTA_MS * uneven(deltas) : CHECKING_MS
    if (step.kind === 'event') yield* silence(answering, pace.speed)
    yield step
  }
  // A stream without an answer ends when its research does.
  if (deltas < 0) yield* research(before, pace)
}

/**
 * Takes the time of real research: many seconds of silence with keep-alives (or thinking and tool calls, if the request
 * asks for them), then an answer at the pace of a model, then its result. A resumed stream does not wait.
 * @example deep-research-mock --latency research
 */
export function latency(options: LatencyOptions = {}): Scenario {
  checkOptions('latency', options, { of: 'scenario', researchMs: 'number', speed: 'number' })
  const { of: base = answer(), speed = 1 } = options
  const slowed = derive('latency', base, (reply, { request }) => {
    const researchMs = options.researchMs ?? RESEARCH_MS[request.reasoning_level ?? DEFAULT_REASONING_LEVEL]
    return { ...reply, afterMs: HEAD_MS / speed, steps: paced(reply.steps, { researchMs, speed }) }
  })
  return base.resume ? { ...slowed, resume: base.resume } : slowed
}
