import { soundField } from '#guard/sound-field.ts'
import { LONGEST_ADDRESS } from '#language/shown-address.ts'
import { LONGEST_TITLE } from '#language/visible.ts'
import type { WholeDocument } from '../types.ts'
import { soundMetadata } from './reading/sound-metadata.ts'
import type { SearchHit } from './search/provider.ts'

type Record = Omit<WholeDocument, 'id'>

/** Whether a hit names something that may be read: a document of the engine's own, or an address of the web. */
export function isWanted({ url, documentId, document, record }: SearchHit): boolean {
  // What a service knows of a document that has no address is named by a urn.
  const isNamed = record !== undefined && /^urn:[!-~]{1,500}$/.test(url)
  return documentId !== undefined || document !== undefined || isNamed || isOfWeb(url)
}

function isOfWeb(url: string): boolean {
  const address = url.length > LONGEST_ADDRESS ? null : URL.parse(url)
  return address !== null && /^https?:$/.test(address.protocol) && address.username === ''
}

/** A hit as it may be shown: what a search service says of a page is cleaned as what the page says of itself. */
export function soundHit(hit: SearchHit): SearchHit {
  if (hit.documentId !== undefined || hit.document) return hit
  const { url, title, snippet, text, authors, date, record, fullText } = hit
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
    ...(record && { record: soundRecord(record) }),
    ...(fullText !== undefined && isOfWeb(fullText) && { fullText }),
  }
}

function soundRecord({ url, title, text, blocks, sourceType, doi, ...rest }: Record): Record {
  const { authors, publisher, date, year } = rest
  const metadata = soundMetadata({
    ...(authors && { authors: [...authors] }),
    ...(publisher !== undefined && { publisher }),
    ...(date !== undefined && { date }),
    ...(year !== undefined && { year }),
  })
  const shown = URL.parse(url)?.href ?? url
  return {
    ...{ url: shown, title: soundField(title, LONGEST_TITLE) || shown, text, sourceType, ...metadata },
    ...(blocks && { blocks }),
    ...(doi !== undefined && { doi }),
  }
}
