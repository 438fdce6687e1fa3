import type { Quotation } from '#evidence/ledger.ts'
import { placeOf } from '#evidence/section.ts'
import { firstEndingAfter } from '../block-sentences.ts'
import { nameOf } from './attribution.ts'
import { NEARBY, quotationOf } from './blocks.ts'
import type { Passage } from './passage.ts'
import type { Writer } from './writer.ts'

const MOST = 2

/** Names two further places to look, none of which was shown, in a line each: by their heading, which is quoted. */
export function seeAlso(further: readonly Passage[], shown: readonly string[], writer: Writer): void {
  const beside = further.map(({ lead }) => lead.document)
  const places = further.map(({ lead }) => ({
    heading: headingOf(lead),
    place: placeOf(nameOf(lead.document, beside), lead),
  }))
  const distinct = places.filter(
    ({ place }, at) => !shown.includes(place) && places.findIndex((each) => each.place === place) === at,
  )
  if (distinct.length === 0) return
  writer.paragraph('See also:')
  for (const { heading, place } of distinct.slice(0, MOST)) {
    writer.say('\n- ')
    if (heading && place.endsWith(heading.quote)) {
      writer.say(place.slice(0, place.length - heading.quote.length))
      writer.quote(heading)
    } else writer.say(place)
  }
}

/** The nearest heading above some words. */
function headingOf({ document, block, start }: Quotation): Quotation | undefined {
  const { blocks } = document
  if (blocks === undefined || block === undefined) return undefined
  const from = firstEndingAfter(blocks, start)
  for (let at = from; at >= 0 && from - at < NEARBY; at -= 1) {
    const heading = blocks.at(at)
    if (heading?.kind === 'heading') return quotationOf(document, heading, heading)
  }
  return undefined
}
