import { REQUIREMENTS, type Requirement, runConformance } from '@deep-research/mock/conformance'
import { expect, test } from 'vitest'
import { CASES } from '../src/conformance/suite.ts'
import { mockFetch, subjectOf } from './subject.ts'

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
  const { baseURL, key, fetch } = subjectOf(mockFetch())
  const report = await runConformance({ baseURL, key, ...(fetch && { fetch }) })
  const untested = report.verdicts.flatMap((one) => (one.outcome === 'not-testable' ? [[one.id, one.reason]] : []))
  expect(Object.fromEntries(untested)).toMatchObject({
    'key.revoked': 'no revoked key was given',
    'credits.insufficient': expect.stringContaining('without credits'),
    'slots.exceeded': expect.stringContaining('tier'),
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
