import type { ApiKey } from '#accounts/account.ts'

/** What a key is called: its name, or how it ends. */
export function keyName({ name, last4 }: Pick<ApiKey, 'name' | 'last4'>): string {
  return name ?? `…${last4}`
}

/** Who asked, for whoever looks back. */
export function askedBy(keyId: string | undefined, keys: readonly ApiKey[]): string {
  if (keyId === undefined) return 'Playground'
  const key = keys.find(({ id }) => id === keyId)
  return key ? keyName(key) : 'A deleted key'
}
