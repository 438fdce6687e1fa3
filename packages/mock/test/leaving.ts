import { lateHead, type MockResearch } from '@deep-research/mock'
import { expect } from 'vitest'

/** A client that leaves before the response head is noticed, whatever carries the bytes. */
export async function leaveBeforeHead(
  mock: Pick<MockResearch, 'use' | 'requests'>,
  ask: (signal: AbortSignal) => Promise<Response>,
): Promise<void> {
  mock.use(lateHead({ ms: 60_000 }))
  const left = new AbortController()
  const asking = ask(left.signal)
  await expect.poll(() => mock.requests[0]?.outcome).toBe('open')
  left.abort()
  await expect(asking).rejects.toHaveProperty('name', 'AbortError')
  await expect.poll(() => mock.requests[0]?.outcome).toBe('left')
}
