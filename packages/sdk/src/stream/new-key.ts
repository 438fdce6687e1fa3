/**
 * A random text that nobody else has. It works where `crypto.randomUUID` does not exist, on pages without TLS, and
 * without `crypto`, in React Native.
 */
export function newKey(): string {
  const parts = globalThis.crypto?.getRandomValues(new Uint32Array(4))
  return (parts ?? Array.from({ length: 4 }, () => Math.random().toString(36).slice(2))).join('-')
}
