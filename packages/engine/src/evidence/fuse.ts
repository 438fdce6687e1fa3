import type { PassageHit } from '../types.ts'

/** The usual constant of reciprocal rank fusion: how little the first places differ. */
const FLATNESS = 60

/**
 * Fuses the passages that hold a query's terms with those whose vectors are near it, by reciprocal rank. The scores are those of
 * the terms, place by place, as everything that judges a finding by its score knows these; `near` tells of a passage how
 * near it is, as one over its place.
 */
export function fuse(byTerms: readonly PassageHit[], byMeaning: readonly PassageHit[]): PassageHit[] {
  const keyOf = ({ documentId, start }: PassageHit) => `${documentId} ${start}`
  const fused = new Map<string, { hit: PassageHit; rank: number }>()
  const add = (hit: PassageHit, place: number) => {
    const known = fused.get(keyOf(hit))
    const rank = (known?.rank ?? 0) + 1 / (FLATNESS + place)
    fused.set(keyOf(hit), { hit: { ...known?.hit, ...hit }, rank })
  }
  for (const [at, hit] of byTerms.entries()) add(hit, at + 1)
  for (const [at, hit] of byMeaning.entries()) add({ ...hit, near: 1 / (at + 1) }, at + 1)
  const ranked = [...fused.values()].sort((a, b) => b.rank - a.rank)
  const least = byTerms.at(-1)?.score ?? 0
  return ranked.map(({ hit }, at) => ({ ...hit, score: byTerms[at]?.score ?? (least || 1 / (at + 1)) }))
}
