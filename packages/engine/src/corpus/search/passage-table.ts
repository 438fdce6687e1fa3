import type { DatabaseSync } from 'node:sqlite'
import { type PassageColumns, prepareListing, readPassages } from '../index/compact.ts'
import { BLOCK } from '../index/schema.ts'

/** What a search needs to know of every passage, by its number: 8 bytes each, read when the first search is made. */
export class PassageTable implements PassageColumns {
  /** Passages in all. */
  readonly count: number
  /** Terms in a passage, on average, and in the longest. */
  readonly averageLength: number
  readonly longest: number
  /** Above the number of every passage. */
  readonly end: number
  /** Of which document each passage is. 0: there is no such passage. */
  readonly documents: Uint32Array
  /** Terms in all fields of each passage. */
  readonly lengths: Uint32Array

  constructor(database: DatabaseSync) {
    const { last } = { ...database.prepare('SELECT coalesce(max(num), 0) AS last FROM passages').get() }
    this.end = Number(last) + 1
    const blocks = Math.ceil(this.end / BLOCK)
    this.documents = new Uint32Array(blocks * BLOCK)
    this.lengths = new Uint32Array(blocks * BLOCK)
    const listed = prepareListing(database)
    const stored = database.prepare('SELECT documents, lengths FROM passage_blocks WHERE block = ?')
    for (let block = 0; block < blocks; block += 1) {
      const first = block * BLOCK
      const row = stored.get(block)
      if (row === undefined) {
        readPassages(listed, first, {
          documents: this.documents.subarray(first, first + BLOCK),
          lengths: this.lengths.subarray(first, first + BLOCK),
        })
      } else {
        bytesAt(this.documents, first).set(row['documents'] as Uint8Array)
        bytesAt(this.lengths, first).set(row['lengths'] as Uint8Array)
      }
    }
    let count = 0
    let sum = 0
    let longest = 0
    for (let num = 0; num < this.end; num += 1) {
      if (this.documents[num] === 0) continue
      const length = this.lengths[num] as number
      count += 1
      sum += length
      if (length > longest) longest = length
    }
    this.count = count
    this.averageLength = count === 0 ? 0 : sum / count
    this.longest = longest
  }
}

function bytesAt({ buffer, BYTES_PER_ELEMENT }: Uint32Array, first: number): Uint8Array {
  return new Uint8Array(buffer, first * BYTES_PER_ELEMENT)
}
