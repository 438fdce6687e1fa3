import type { Quotation } from '#evidence/ledger.ts'
import type { SourceDocument } from '../types.ts'

type Place = Pick<Quotation, 'document' | 'start'>

/** What was found of sentences, by where they begin: several parts of a question read the same ones. */
export class KeptByPlace<Value> {
  readonly #known = new WeakMap<SourceDocument, Map<number, Value>>()

  of<Read extends Place>(quotation: Read, find: (quotation: Read) => Value): Value {
    const { document, start } = quotation
    const known = this.#known.get(document) ?? new Map<number, Value>()
    this.#known.set(document, known)
    const before = known.get(start)
    if (before !== undefined) return before
    const found = find(quotation)
    known.set(start, found)
    return found
  }
}
