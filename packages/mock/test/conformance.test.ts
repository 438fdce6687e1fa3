import { answer, resumable, type Scenario } from '@deep-research/mock'
import {
  type ConformanceOptions,
  REQUIREMENTS,
  type Requirement,
  type RequirementId,
  runConformance,
} from '@deep-research/mock/conformance'
import { describe, expect, test } from 'vitest'
import { CASES } from '../src/conformance/suite.ts'
import { buffered, refusal, replying } from './broken/break.ts'
import { type Fetch, mockFetch, subjectOf } from './subject.ts'

test('every requirement has a case, every case a requirement, and ids are unique', () => {
  const ids = REQUIREMENTS.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  expect(Object.keys(CASES).sort()).toEqual([...ids].sort())
})

test('a rule of the specification quotes its line, a decision has none', () => {
  for (const { id, source, line } of REQUIREMENTS as readonly Requirement[]) {
    expect([id, line === undefined]).toEqual([id, source === 'decision'])
  }
})

test('a correct service breaks no rule, and only what nobody can cause from outside is not testable', async () => {
  const report = await runConformance(subjectOf(mockFetch()))
  expect(report.verdicts.filter(({ outcome }) => outcome === 'broken')).toEqual([])
  const untested = report.verdicts.filter(({ outcome }) => outcome === 'not-testable').map(({ id }) => id)
  expect(untested).toEqual(['stream.failed-last', 'backend.unreachable'])
  expect(report.held).toBe(REQUIREMENTS.length - 2)
})

test('without further keys and a tier, those rules are not testable, and the report says why', async () => {
  const { revokedKey: _, poorKey: __, tier: ___, ...subject } = subjectOf(mockFetch())
  const report = await runConformance(subject)
  const untested = report.verdicts.flatMap((one) => (one.outcome === 'not-testable' ? [[one.id, one.reason]] : []))
  expect(Object.fromEntries(untested)).toMatchObject({
    'key.revoked': 'no revoked key was given',
    'credits.insufficient': expect.stringContaining('without credits'),
    'slots.exceeded': expect.stringContaining('tier'),
  })
})

describe('what an answer does not show is not testable, and never held', () => {
  const outcomes = async (scenario: Scenario, options: Partial<ConformanceOptions> = {}) => {
    const { verdicts } = await runConformance({ ...subjectOf(mockFetch(scenario)), ...options })
    return (...ids: RequirementId[]) => ids.map((id) => verdicts.find((verdict) => verdict.id === id)?.outcome)
  }
  const plain = (text: string): Scenario =>
    resumable({ of: answer({ answer: text, sources, everyMs: 10 }), tornAfter: [] })
  const sources = { a: { title: 'A', url: 'https://example.org/a' } }

  test('an answer without citations', async () => {
    const of = await outcomes(plain('Nothing was found about this, and that is all.'))
    const ids = ['result.clean', 'result.tags', 'citation.fields', 'citation.offsets', 'citation.ids'] as const
    const more = ['citation.flat', 'citation.utf16', 'summary.unique', 'summary.order', 'summary.counts'] as const
    expect(new Set(of(...ids, ...more))).toEqual(new Set(['not-testable']))
  })

  test('one citation of one source, in letters that all counts agree on', async () => {
    const of = await outcomes(plain('Tea is – <cite source="a">grown in Assam</cite>.'))
    expect(new Set(of('citation.utf16', 'summary.order', 'summary.unique'))).toEqual(new Set(['not-testable']))
    expect(new Set(of('citation.offsets', 'result.tags', 'summary.counts'))).toEqual(new Set(['held']))
  })

  test('a service that never thinks and calls no tools', async () => {
    const of = await outcomes(plain('Tea.'))
    const ids = ['thinking.suppressed', 'tool-calls.suppressed', 'tool-calls.paired', 'tool-calls.records'] as const
    expect(new Set(of(...ids))).toEqual(new Set(['not-testable']))
    expect(of('thinking.asked', 'answer-delta.sequence')).toEqual(['broken', 'not-testable'])
  })

  test('research that takes no time: broken, unless it is said', async () => {
    const { verdicts } = await runConformance(subjectOf(buffered()))
    expect(verdicts.find(({ id }) => id === 'stream.live')).toMatchObject({ outcome: 'broken' })
    const quick = resumable({ of: answer(), tornAfter: [] })
    expect((await outcomes(quick, { instant: true }))('stream.live')).toEqual(['not-testable'])
    expect((await outcomes(quick))('stream.live')).toEqual(['not-testable'])
  })

  test('a service that looks at the level first', async () => {
    const levelFirst: Fetch = replying(
      ({ body }) => body.includes('"conformance"'),
      () => refusal(400, 'INVALID_REASONING_LEVEL'),
    )
    const { verdicts } = await runConformance(subjectOf(levelFirst))
    const ids = ['query.longest', 'query.code-points', 'body.unknown-fields']
    const found = verdicts.filter(({ id }) => ids.includes(id)).map(({ outcome }) => outcome)
    expect(found).toEqual(['not-testable', 'not-testable', 'not-testable'])
  })

  test('a service that does not offer to resume is not asked for what goes with it', async () => {
    const of = await outcomes(answer({ everyMs: 10 }))
    const ids = ['resume.rest', 'resume.beyond', 'retrieval.completed', 'retrieval.running', 'account.charged'] as const
    expect(new Set(of(...ids, 'cancel.slot', 'cancel.key'))).toEqual(new Set(['not-testable']))
  })
})

test('the specification alone: no decision is judged, and no decided name is sent', async () => {
  const bodies: string[] = []
  const next = mockFetch()
  const report = await runConformance({
    ...subjectOf(async (url, init) => {
      bodies.push(String(init.body))
      return next(url, init)
    }),
    specOnly: true,
  })
  expect(report.verdicts.every(({ source }) => source !== 'decision')).toBe(true)
  expect(report.broken).toBe(0)
  expect(bodies.some((body) => /request_id|metadata/.test(body))).toBe(false)
})

test('nothing that answers is an error, not a verdict', async () => {
  const fetch = async () => {
    throw new TypeError('fetch failed')
  }
  await expect(runConformance(subjectOf(fetch))).rejects.toThrow('fetch failed')
})
