import { shownAddress } from '#language/shown-address.ts'

export interface SourceUrlParts {
  /** What the document says its address is. */
  own?: string | undefined
  /** Where the corpus is published, if it is. */
  baseUrl?: string | undefined
  /** Below the corpus, with forward slashes. */
  path: string
  /** Names a record within a file of records. */
  record?: string | undefined
}

/** A document's address: its own, else below the base URL, else `urn:corpus:<path>`. Never a path of the machine. */
export function sourceUrl({ own, baseUrl, path, record }: SourceUrlParts): string {
  const given = own === undefined ? undefined : shownAddress(own)
  if (given !== undefined) return given
  const names = [...path.split('/'), ...(record === undefined ? [] : [record])]
  const encoded = names.map((name) => encodeURIComponent(name.toWellFormed())).join('/')
  return baseUrl === undefined ? `urn:corpus:${encoded}` : `${baseUrl.replace(/(?<!\/)\/+$/, '')}/${encoded}`
}
