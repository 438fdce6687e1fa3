import { soundField } from '#guard/sound-field.ts'
import { LONGEST_ADDRESS } from '#language/shown-address.ts'
import { LONGEST_TITLE } from '#language/visible.ts'
import { soundMetadata } from './reading/sound-metadata.ts'
import type { SearchHit } from './search/provider.ts'

/** Whether a hit names something that may be read: a document of the engine's own, or an address of the web. */
export function isWanted({ url, documentId, document }: SearchHit): boolean {
  const address = url.length > LONGEST_ADDRESS ? null : URL.parse(url)
  const isHeld = documentId !== undefined || document !== undefined
  return isHeld || (address !== null && /^https?:$/.test(address.protocol) && address.username === '')
}

/** A hit as it may be shown: what a search service says of a page is cleaned as what the page says of itself. */
export function soundHit(hit: SearchHit): SearchHit {
  if (hit.documentId !== undefined || hit.document) return hit
  const { url, title, snippet, text, authors, date } = hit
  const { authors: names, date: day } = soundMetadata({
    ...(authors && { authors: [...authors] }),
    ...(date !== undefined && { date }),
  })
  return {
    url: URL.parse(url)?.href ?? url,
    title: soundField(title, LONGEST_TITLE),
    snippet,
    ...(text !== undefined && { text }),
    ...(names && { authors: names }),
    ...(day !== undefined && { date: day }),
  }
}
