import { type Exchange, headOf, isRecord } from '../exchange.ts'
import { broken, type Case, type Finding, held, notTestable } from '../finding.ts'
import { ALL_STREAMS, resultOf } from './pick.ts'

/** If events are dated further apart than this, in milliseconds, they show whether they were held back. */
const TELLING_MS = 100

/** How much longer than the last event the first one may be on its way, as a share of the time between their dates. */
const HELD_BACK = 0.5

interface Timing {
  /** Milliseconds between the dates of the first and the last event. */
  readonly span: number
  /** How much longer the first event was on its way than the last one, in milliseconds; both clocks need not agree. */
  readonly heldBack: number
  readonly reads: number
  readonly events: number
}

function timingOf({ events }: Exchange): Timing | undefined {
  const dated = events.flatMap(({ envelope, read }) => {
    const date = Date.parse(String(envelope['timestamp']))
    return Number.isNaN(date) ? [] : [{ date, read }]
  })
  const [first, last] = [dated[0], dated.at(-1)]
  if (first === undefined || last === undefined || dated.length < 2) return undefined
  const span = last.date - first.date
  return {
    span,
    heldBack: span - (last.read.at - first.read.at),
    reads: new Set(dated.map(({ read }) => read.index)).size,
    events: dated.length,
  }
}

/** How long the research took by the result's own word, in milliseconds; 0 if it does not say. */
function latencyOf(stream: Exchange): number {
  const usage = resultOf(stream)?.result['usage']
  return isRecord(usage) ? Number(usage['latency_ms'] ?? 0) : 0
}

interface Timed {
  readonly stream: Exchange
  readonly timing: Timing
}

/**
 * Judges streams whose events are dated far apart. A pause of either machine holds back one stream, a buffer holds back
 * all of them.
 */
function judgeTelling(telling: readonly Timed[]): Finding {
  const late = ({ timing: { span, heldBack } }: Timed) => heldBack > span * HELD_BACK
  const [longest] = telling.toSorted((one, two) => two.timing.span - one.timing.span)
  if (longest === undefined || !telling.every(late)) return held
  const { span, heldBack, events } = longest.timing
  const within = Math.round(span - heldBack)
  return broken(`${events} events dated over ${span} ms arrived within ${within} ms: ${headOf(longest.stream)}`)
}

/** Judges streams whose events are dated too close to each other to show anything but how many reads they came in. */
function judgeReads(timed: readonly Timed[]): Finding {
  const whole = timed.find(({ stream, timing }) => timing.reads === 1 && latencyOf(stream) >= TELLING_MS)
  if (whole === undefined) return notTestable(`all events are dated within ${TELLING_MS} ms, too little to tell`)
  const { timing, stream } = whole
  return broken(
    `${timing.events} events of ${latencyOf(stream)} ms arrived at once (option instant says that research takes no time): ${headOf(stream)}`,
  )
}

/** Judges whether events arrive as they are made. */
export const live: Case = async (probe) => {
  const timed: Timed[] = []
  for (const name of ALL_STREAMS) {
    const stream = await probe.stream(name)
    const timing = timingOf(stream)
    if (timing !== undefined) timed.push({ stream, timing })
  }
  if (timed.length === 0) return notTestable('no stream has two events with dates')
  const telling = timed.filter(({ timing }) => timing.span >= TELLING_MS)
  if (telling.length > 0) return judgeTelling(telling)
  if (probe.subject.instant === true) return notTestable('the research takes no time, as was said')
  return judgeReads(timed)
}
