import { beginsWithin, type Evidence, type Quotation } from '#evidence/ledger.ts'
import marks from '#language/data/lead-marks.json' with { type: 'json' }
import type { ComparedItem, Composition } from './composition.ts'
import { isVersionRemark } from './version-remark.ts'

/** Says how one thing differs from another. */
export const COMPARES = new RegExp(marks.compares.join('|'), 'i')

/** The same of a sentence that names several: "four different formats" tells none of them from another. */
const TELLS_APART = new RegExp(marks.tellsApart.join('|'), 'i')

/**
 * For each of the things compared on which what is shown says nothing by itself, the sentence that comes nearest to it: the
 * likeliest that begins with its name, else that speaks of it alone. None for a thing on which there is no such sentence.
 */
export function untoldSides(
  { items, candidates, headsAll, isOfNamed }: Pick<Composition, 'items' | 'candidates' | 'headsAll' | 'isOfNamed'>,
  shown: readonly Quotation[],
): Evidence[] {
  const named = candidates.some(isOfNamed)
  const isAlone = (item: ComparedItem, each: Evidence) =>
    item.holds(each) && !items.some((other) => other !== item && other.holds(each))
  const tells = (item: ComparedItem, each: Evidence) => {
    const heading = each.block?.path.at(-1) ?? ''
    const tellsApart = TELLS_APART.test(each.quote) || TELLS_APART.test(heading)
    return isAlone(item, each) || (item.holds(each) && (tellsApart || headsAll(heading)))
  }
  const said = candidates.filter((each) => shown.some((words) => beginsWithin(each, words)))
  return items.flatMap((item) => {
    if (said.some((each) => tells(item, each))) return []
    const mayTell = (each: Evidence) =>
      isAlone(item, each) && each.block?.kind !== 'code' && !isVersionRemark(each.quote) && (!named || isOfNamed(each))
    const own = candidates.filter(mayTell)
    return own.find(({ quote }) => beginsWith(quote, item.name)) ?? own[0] ?? []
  })
}

/** Whether a text begins with a name, whatever marks stand before it. */
function beginsWith(text: string, name: string): boolean {
  const words = text.replace(/^[^\p{L}\p{N}]+/u, '').toLowerCase()
  return words.startsWith(name.toLowerCase())
}

/**
 * Tells whether a sentence adds to what is shown of the things compared: where that speaks of each of them, only what says
 * how they differ.
 */
export function addsToSides(
  { items, candidates }: Pick<Composition, 'items' | 'candidates'>,
  shown: readonly Quotation[],
): (each: Evidence) => boolean {
  const said = candidates.filter((each) => shown.some((words) => beginsWithin(each, words)))
  const isTold = items.every(({ holds }) => said.some(holds))
  return (each) => !isTold || (TELLS_APART.test(each.quote) && items.every(({ holds }) => holds(each)))
}

/** Whether what is shown speaks of all that is compared, and says how they differ. */
export function tellsApart(
  { items, candidates }: Pick<Composition, 'items' | 'candidates'>,
  shown: readonly Quotation[],
): boolean {
  const said = candidates.filter((each) => shown.some((words) => beginsWithin(each, words)))
  return items.every(({ holds }) => said.some(holds)) && shown.some(({ quote }) => COMPARES.test(quote))
}
