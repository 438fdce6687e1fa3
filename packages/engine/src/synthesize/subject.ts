import type { Term } from '#text/terms.ts'

/** What a question is about: its terms, and how they stand beside each other. */
export interface SubjectRules {
  /** What the terms of the question weigh. */
  weights: ReadonlyMap<string, number>
  /** Pairs of neighbouring terms of the question, joined by a space. */
  bigrams: ReadonlySet<string>
  /** The terms of a text; the same text is asked for again and again. */
  terms: (text: string) => readonly Term[]
}

/** How a text speaks of the subject of a question. */
export interface Mention {
  /** Share of the question's pairs of terms that stand side by side here too, by weight: 0 to 1. */
  together: number
  /** 1 where the text opens with a term of the question, less the later the first comes; 0 where it is late or none. */
  early: number
}

const LATE = 60

/** Tells how texts speak of the subject: "war on poverty" holds it, "the war …, poverty" only its words. */
export function mentions({ weights, bigrams, terms }: SubjectRules): (text: string) => Mention {
  const pairs = new Map<string, number>()
  for (const pair of bigrams) {
    const [one = '', other = ''] = pair.split(' ')
    pairs.set(pair, Math.min(weights.get(one) ?? 0, weights.get(other) ?? 0))
  }
  const total = [...pairs.values()].reduce((sum, weight) => sum + weight, 0)
  return (text) => {
    const held = new Set<string>()
    let last = ''
    let early = 0
    for (const { term, stop, start } of terms(text)) {
      if (early === 0 && weights.has(term)) early = Math.max(0, 1 - start / LATE)
      if (stop) continue
      held.add(`${last} ${term}`)
      last = term
    }
    let sum = 0
    for (const [pair, weight] of pairs) if (held.has(pair)) sum += weight
    return { together: total > 0 ? sum / total : 0, early }
  }
}
