import { type Exchange, headOf, isRecord, type SeenEvent } from '../exchange.ts'
import { broken, type Case, type Finding, first, held, notTestable } from '../finding.ts'
import type { Probe, StreamName } from '../probe.ts'

export const ALL_STREAMS: readonly StreamName[] = ['plain', 'verbose', 'thinking', 'tools']

/** What a check looks at: a stream that has started, and the data of its research.completed. */
export interface Completed {
  readonly stream: Exchange
  readonly result: Readonly<Record<string, unknown>>
}

const started = ({ status }: Exchange) => status === 200

function notStarted(stream: Exchange): Finding {
  return notTestable(`the stream did not start: ${headOf(stream)}`)
}

/** The first finding about streams that have started; where there is none, the rule held. */
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

const against = (evidence: string | undefined) => (evidence === undefined ? undefined : broken(evidence))

/** Judges streams that have started; the first evidence against one breaks the rule. */
export function onStreams(names: readonly StreamName[], check: (stream: Exchange) => string | undefined): Case {
  return onEach(names, (stream) => against(check(stream)))
}

/** A case that can tell nothing where no stream shows what its rule is about. */
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

/** The same for what results show. */
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

/** The data of a stream's research.completed, where it has one. */
export function resultOf(stream: Exchange): Completed | undefined {
  const event = stream.events.find(({ type }) => type === 'research.completed')
  return event && { stream, result: event.data }
}

/** Judges results; a stream without one cannot be judged. */
export function onResults(names: readonly StreamName[], check: (completed: Completed) => string | undefined): Case {
  return onEach(names, (stream) => {
    const completed = resultOf(stream)
    return completed ? against(check(completed)) : notTestable('the stream has no research.completed')
  })
}

/** A field of a result as a list of objects; what is none is left to the rule on the result's fields. */
export function listOf(result: Readonly<Record<string, unknown>>, field: string): Record<string, unknown>[] {
  const list = result[field]
  return Array.isArray(list) ? list.filter(isRecord) : []
}

/** A field as text, `''` where it is none. */
export function textOf(record: Readonly<Record<string, unknown>>, field: string): string {
  const value = record[field]
  return typeof value === 'string' ? value : ''
}

/** Judges each object in a list of the result; without any, the rule cannot be judged. */
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
