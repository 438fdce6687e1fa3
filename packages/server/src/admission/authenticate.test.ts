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
})
