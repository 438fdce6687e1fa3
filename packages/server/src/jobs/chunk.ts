import type { Chunk } from './ports.ts'

/** Consecutive envelopes as one chunk, with each line in full. */
export function chunkOf(first: number, envelopes: readonly string[]): Chunk {
  return { first, count: envelopes.length, lines: Buffer.from(envelopes.join('\n')) }
}
