import { credentialOf } from '#request/credential.ts'
import type { Served } from './serve.ts'

/** Answers the requests of one key. */
export interface Answering {
  handle(request: Request): Promise<Served>
  dispose(): void
}

/** The parts of a mock that each answer one key. */
export interface Scopes {
  /** The part that answers a request by its key; `undefined` if no scope has that key. */
  of(headers: Headers): Answering | undefined
  /** @throws Error if the key already has a scope */
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
        throw new Error('This key already has a scope: dispose of that scope first, or leave out apiKey.')
      byKey.set(apiKey, scope)
    },
    remove: (apiKey) => void byKey.delete(apiKey),
    dispose() {
      for (const scope of [...byKey.values()]) scope.dispose()
      byKey.clear()
    },
  }
}
