import { credentialOf } from './credential.ts'
import type { Served } from './serve.ts'

/** What answers the requests of one key. */
export interface Answering {
  handle(request: Request): Promise<Served>
  dispose(): void
}

/** The parts of a mock that answer one key each. */
export interface Scopes {
  /** What answers a request by its key; `undefined` where no scope has that key. */
  of(headers: Headers): Answering | undefined
  /** @throws Error where the key has a scope already */
  add(apiKey: string, scope: Answering): void
  remove(apiKey: string): void
  dispose(): void
}

export function createScopes(): Scopes {
  const byKey = new Map<string, Answering>()
  return {
    of(headers) {
      const key = credentialOf(headers)
      return key === undefined ? undefined : byKey.get(key)
    },
    add(apiKey, scope) {
      if (byKey.has(apiKey))
        throw new Error('This key has a scope already: dispose that one first, or leave apiKey out.')
      byKey.set(apiKey, scope)
    },
    remove: (apiKey) => void byKey.delete(apiKey),
    dispose() {
      for (const scope of [...byKey.values()]) scope.dispose()
      byKey.clear()
    },
  }
}
