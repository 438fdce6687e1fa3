import { answer, failed, lineEndings, unknownEvents } from '@deep-research/mock'
import { REQUIREMENTS, type RequirementId } from '@deep-research/mock/conformance'
import { describe, expect, test } from 'vitest'
import { createProbe } from '../src/conformance/probe.ts'
import { CASES } from '../src/conformance/suite.ts'
import { brokenAccount } from './broken/account.ts'
import { brokenRefusals } from './broken/refusals.ts'
import { brokenResults } from './broken/results.ts'
import { brokenRetrieval } from './broken/retrieval.ts'
import { brokenRuns } from './broken/runs.ts'
import { brokenStreams } from './broken/streams.ts'
import { correct, type Fetch, mockFetch, subjectOf } from './subject.ts'

const BROKEN: Record<RequirementId, Record<string, Fetch>> = {
  ...brokenStreams,
  ...brokenResults,
  ...brokenRefusals,
  ...brokenRuns,
  ...brokenRetrieval,
  ...brokenAccount,
}

describe('a server that breaks a rule is caught by that rule, with what it sent', () => {
  const servers = Object.entries(BROKEN).flatMap(([id, ways]) =>
    Object.entries(ways).map(([way, fetch]) => [id as RequirementId, way, fetch] as const),
  )
  test.each(servers)('%s: %s', async (id, _, fetch) => {
    const probe = createProbe(subjectOf(fetch))
    await probe.ask({ body: '{}' })
    if (id === 'stream.failed-last' || id === 'retrieval.kept') await probe.stream('plain')
    if (id === 'retrieval.kept') await CASES['retrieval.fields'](probe)
    const finding = await CASES[id](probe)
    expect(finding).toMatchObject({ outcome: 'broken' })
    expect(finding.outcome === 'broken' && finding.evidence).toBeTruthy()
  })

  test('every rule has such a server', () => {
    expect(Object.keys(BROKEN).sort()).toEqual(REQUIREMENTS.map(({ id }) => id).sort())
  })
})

describe('what the specification allows is not held against a server', () => {
  const allowed: Record<string, Fetch> = {
    'other line endings': mockFetch(lineEndings({ of: correct(), bom: true })),
    'unknown events': mockFetch(unknownEvents({ of: correct() })),
    'no resuming': mockFetch(answer({ everyMs: 1 })),
  }
  test.each(Object.entries(allowed))('%s', async (_, fetch) => {
    const probe = createProbe(subjectOf(fetch))
    for (const { id, source } of REQUIREMENTS) {
      if (source !== 'decision') expect([id, (await CASES[id](probe)).outcome]).not.toEqual([id, 'broken'])
    }
  })

  test('a stream that fails is judged as one that failed', async () => {
    const probe = createProbe(subjectOf(mockFetch(failed())))
    expect(await CASES['stream.completed-last'](probe)).toEqual({ outcome: 'held' })
    expect(await CASES['stream.failed-last'](probe)).toEqual({ outcome: 'held' })
    expect(await CASES['result.fields'](probe)).toMatchObject({ outcome: 'not-testable' })
  })
})
