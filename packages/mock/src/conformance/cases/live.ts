import { type Exchange, headOf } from '../exchange.ts'
import { broken, type Case, type Finding, held, notTestable } from '../finding.ts'
import { ALL_STREAMS } from './pick.ts'

/** If events are dated further apart than this, in milliseconds, they show whether they were held back. */
const TELLING_MS = 100

/**
 * How much later than the last event the first one may arrive, relative to its own date and as a share of the span
 * between their dates.
 */
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

function judgeTiming({ span, heldBack, reads, events }: Timing, stream: Exchange, instant: boolean): Finding {
  if (span >= TELLING_MS && heldBack > span * HELD_BACK) {
    return broken(
      `${events} events dated over ${span} ms arrived within ${Math.round(span - heldBack)} ms: ${headOf(stream)}`,
    )
  }
  if (span >= TELLING_MS) return held
  if (instant) return notTestable('the research takes no time, as was said')
  if (reads > 1) return notTestable(`all events are dated within ${span} ms, too little to tell`)
  return broken(`${events} events arrived at once (option instant says that research takes no time): ${headOf(stream)}`)
}

/** Judges whether events arrive as they are made, in the stream whose events are dated furthest apart. */
export const live: Case = async (probe) => {
  let longest: { timing: Timing; stream: Exchange } | undefined
  for (const name of ALL_STREAMS) {
    const stream = await probe.stream(name)
    const timing = timingOf(stream)
    if (timing !== undefined && timing.span >= (longest?.timing.span ?? 0)) longest = { timing, stream }
  }
  if (longest === undefined) return notTestable('no stream has two events with dates')
  return judgeTiming(longest.timing, longest.stream, probe.subject.instant === true)
}
