import { type Exchange, headOf, isRecord, type SeenEvent } from '../exchange.ts'
import { type Case, type Finding, first, held, type Judged, judge, notTestable } from '../finding.ts'
import type { Probe, StreamName } from '../probe.ts'

export const ALL_STREAMS: readonly StreamName[] = ['plain', 'verbose', 'thinking', 'tools']

/** What a check examines: a stream that has started, and the data of its research.completed. */
export interface Completed {
  readonly stream: Exchange
  readonly result: Readonly<Record<string, unknown>>
}

const started = ({ status }: Exchange) => status === 200

function notStarted(stream: Exchange): Finding {
  return notTestable(`the stream did not start: ${headOf(stream)}`)
}

/** The first finding in streams that have started; if there is none, the rule was kept. */
function onEach(names: readonly StreamName[], find: (stream: Exchange) => Finding | undefined): Case {
  return async (probe) => {
    for (const name of names) {
      const stream = await probe.stream(name)
      if (!started(stream)) return notStarted(stream)
      const finding = find(stream)
      if (finding !== undefined) return finding
    }
    return held
  }
}

const against = (judged: Judged) => (judged === undefined ? undefined : judge(judged))

/** Judges streams that have started; the first one that breaks the rule decides. */
export function onStreams(names: readonly StreamName[], check: (stream: Exchange) => Judged): Case {
  return onEach(names, (stream) => against(check(stream)))
}

/** A case that cannot be judged if no stream shows what its rule is about. */
export function whereShown(
  names: readonly StreamName[],
  { shows, none }: { shows: (stream: Exchange) => boolean; none: string },
  test: Case,
): Case {
  return async (probe) => {
    const finding = await test(probe)
    if (finding.outcome !== 'held') return finding
    for (const name of names) if (shows(await probe.stream(name))) return finding
    return notTestable(none)
  }
}

/** The same for results. */
export function whereResultShows(shows: (result: Completed['result']) => boolean, none: string, test: Case): Case {
  const inResult = (stream: Exchange) => {
    const completed = resultOf(stream)
    return completed !== undefined && shows(completed.result)
  }
  return whereShown(ALL_STREAMS, { shows: inResult, none }, test)
}

/** Judges each event of a type, or of all types, in streams that have started. */
export function onEvents(
  names: readonly StreamName[],
  type: string | undefined,
  check: (event: SeenEvent, stream: Exchange) => string | undefined,
): Case {
  return async (probe) => {
    let found = 0
    const finding = await onStreams(names, (stream) => {
      const events = stream.events.filter((event) => type === undefined || event.type === type)
      found += events.length
      return first(events, (event) => check(event, stream))
    })(probe)
    return finding.outcome === 'held' && found === 0 ? notTestable(`no ${type ?? 'event'} came`) : finding
  }
}

/** The data of a stream's research.completed, if there is one. */
export function resultOf(stream: Exchange): Completed | undefined {
  const event = stream.events.find(({ type }) => type === 'research.completed')
  return event && { stream, result: event.data }
}

/** The event with which the research of a stream ended. */
export function endOf({ events }: Exchange): SeenEvent | undefined {
  return events.find(({ type }) => type === 'research.completed' || type === 'research.failed')
}

/** Judges results; a stream without one cannot be judged. */
export function onResults(names: readonly StreamName[], check: (completed: Completed) => string | undefined): Case {
  return onEach(names, (stream) => {
    const completed = resultOf(stream)
    return completed ? against(check(completed)) : notTestable('the stream has no research.completed')
  })
}

/**
 * A field of a result as a list of objects. Anything that is not an object is left to the rule on the result's fields.
 */
export function listOf(result: Readonly<Record<string, unknown>>, field: string): Record<string, unknown>[] {
  const list = result[field]
  return Array.isArray(list) ? list.filter(isRecord) : []
}

/** A field as text, or `''` if it is not text. */
export function textOf(record: Readonly<Record<string, unknown>>, field: string): string {
  const value = record[field]
  return typeof value === 'string' ? value : ''
}

/** Judges each object in a list of the result. Without any, the rule cannot be judged. */
export function onItems(
  field: string,
  check: (item: Record<string, unknown>, index: number, completed: Completed) => string | undefined,
): Case {
  return async (probe: Probe) => {
    let found = 0
    const finding = await onResults(ALL_STREAMS, (completed) => {
      const items = listOf(completed.result, field)
      found += items.length
      return first(items, (item, index) => check(item, index, completed))
    })(probe)
    return finding.outcome === 'held' && found === 0 ? notTestable(`no result has ${field}`) : finding
  }
}
