import type { Chunk } from './ports.ts'

/** A chunk is closed once it has so many UTF-16 units: whoever reads one envelope loads its whole chunk. */
const MOST = 65_536

/** Consecutive envelopes as one chunk. Each line is a whole envelope; none is shortened as `LineWriter` does it. */
export function chunkOf(first: number, envelopes: readonly string[]): Chunk {
  return { first, count: envelopes.length, lines: Buffer.from(envelopes.join('\n')) }
}

/** A whole stream in chunks of limited size. */
export function chunksOf(envelopes: readonly string[]): Chunk[] {
  const chunks: Chunk[] = []
  let first = 0
  let size = 0
  for (const [index, { length }] of envelopes.entries()) {
    size += length
    if (size < MOST && index < envelopes.length - 1) continue
    chunks.push(chunkOf(first, envelopes.slice(first, index + 1)))
    first = index + 1
    size = 0
  }
  return chunks
}
