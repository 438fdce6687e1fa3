import { describe, expect, it } from 'vitest'
import { hashApiKey, mintApiKey } from '#accounts/api-key.ts'
import type { KeyStore } from '#accounts/ports.ts'
import { silentLog } from '#kernel/log.ts'
import { createAuthenticate } from './authenticate.ts'

describe('authenticate', () => {
  it('asks the storage for the hash of a well-formed key, and for nothing else', async () => {
    const asked: string[] = []
    const keys: Pick<KeyStore, 'authenticate'> = {
      async authenticate(hash) {
        asked.push(hash)
        return undefined
      },
    }
    const authenticate = createAuthenticate({ keys: keys as KeyStore, clock: { now: () => 0 }, log: silentLog })
    const key = mintApiKey()
    for (const apiKey of [undefined, '', 'x', key.slice(1), `${key}0`, `${key.slice(0, -6)}000000`, ` ${key}`]) {
      expect(await authenticate({ apiKey, authorization: undefined })).toBeUndefined()
    }
    expect(asked).toEqual([])
    expect(await authenticate({ apiKey: key, authorization: undefined })).toBeUndefined()
    expect(asked).toEqual([hashApiKey(key)])
  })

  it('notes the use of a key, but not each of many in short order', async () => {
    const day = 86_400_000
    const found = { accountId: 'acct_1', keyId: 'key_1', keyLastUsedAt: undefined as number | undefined }
    const noted: unknown[] = []
    const keys: Pick<KeyStore, 'authenticate' | 'touch'> = {
      authenticate: async () => ({ ...found }),
      async touch(id, at) {
        noted.push([id, at])
        // An answer does not wait for this, nor fail with it.
        throw new Error('no storage')
      },
    }
    const clock = { now: () => day }
    const authenticate = createAuthenticate({ keys: keys as KeyStore, clock, log: silentLog })
    const use = (keyLastUsedAt: number | undefined) => {
      found.keyLastUsedAt = keyLastUsedAt
      return authenticate({ apiKey: mintApiKey(), authorization: undefined })
    }
    expect(await use(undefined)).toEqual(found)
    expect(noted).toEqual([['key_1', day]])
    await use(day - 1)
    expect(noted).toHaveLength(1)
    await use(0)
    expect(noted).toHaveLength(2)
  })
})
