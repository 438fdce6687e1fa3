import type { Composition } from '../src/answer/composition.ts'
import type { Evidence } from '../src/evidence/ledger.ts'

/** What an answer in paragraphs is composed from, with nothing beside the evidence; `changes` replace the rest. */
export function compositionOf(evidence: readonly Evidence[], changes: Partial<Composition> = {}): Composition {
  return {
    shape: 'paragraphs',
    chosen: evidence,
    lead: evidence[0],
    further: [],
    bears: () => true,
    needed: (_, others) => [...others],
    addsTo: () => true,
    answering: () => 1,
    fits: () => 0,
    hasTrouble: false,
    withoutAsides: (passage) => [...passage],
    withoutLeadIn: (passage) => [...passage],
    withoutTails: (passages) => passages.map((each) => [...each]),
    shareNamed: (text) => Number(text.includes(' ')),
    isOfNamed: () => false,
    longestFurther: 350,
    candidates: [],
    near: changes.candidates ?? [],
    showsRest: false,
    answered: true,
    asksForCode: false,
    asksForList: false,
    longest: 600,
    contrasts: [],
    items: [],
    headsAll: () => false,
    ...changes,
  }
}
