import { expect, it } from 'vitest'
import type { EventLog } from './ports.ts'
import { createTieredLog } from './tiered-log.ts'

const away = () => Promise.reject(new Error('it does not answer'))

const logOf = (envelopes: readonly string[]): EventLog => ({
  write: async () => true,
  read: async (_id, index) => (index < envelopes.length ? envelopes.slice(index) : undefined),
  length: async () => envelopes.length,
  sweep: async () => {},
})
const silent: EventLog = { write: away, read: away, length: away, sweep: away }

it('does not say of a fast log that does not answer that it has lost something', async () => {
  await expect(createTieredLog(silent, logOf([])).length('req_1')).rejects.toThrow('does not answer')
  expect(await createTieredLog(logOf(['a']), logOf([])).length('req_1')).toBe(1)
})

it('needs no fast log for a stream that is stored as a whole', async () => {
  const log = createTieredLog(silent, logOf(['a', 'b']))
  expect(await log.length('req_1')).toBe(2)
  expect(await log.read('req_1', 1)).toEqual(['b'])
})

it('prefers the fast log', async () => {
  expect(await createTieredLog(logOf(['fast']), logOf(['durable'])).read('req_1', 0)).toEqual(['fast'])
})
