/** A claim of a tagged text: its source, and its span in the clean text (UTF-16 code units; the end is exclusive). */
export interface Claim {
  id: string
  text: string
  start: number
  end: number
  /** The name of its source. */
  source: string
  verified: boolean
  /** The words of the source that support the claim, if the tag gives them. */
  quote: string | undefined
}

export interface TaggedText {
  /** The text with tags as they are sent: `<cite id="cite_1">…</cite>`. */
  answer: string
  /** The text without tags. */
  clean: string
  claims: Claim[]
}

const TAG = /<cite\b([^<>]*)>([\s\S]*?)<\/cite>/g
const ATTRIBUTE = /(?<![a-z])([a-z]+)="([^"]*)"/g
const KNOWN = new Set(['id', 'source', 'verified', 'quote'])

function readAttributes(text: string): Map<string, string> {
  const attributes = new Map<string, string>()
  for (const [, name = '', value = ''] of text.matchAll(ATTRIBUTE)) {
    if (!KNOWN.has(name)) throw new Error(`A cite tag has no attribute "${name}" (known: ${[...KNOWN].join(', ')}).`)
    attributes.set(name, value)
  }
  return attributes
}

/**
 * Reads a tagged text: `Tea is <cite source="atlas">grown in Assam</cite>.` A tag can have `source` (a key of the
 * sources), `id` (default: `cite_1`, `cite_2` … in order), `verified="false"` and `quote`. Without `source`, the id
 * names the source.
 * @throws Error if a tag is nested or unclosed, names neither a source nor an id, or repeats an id.
 */
export function readTaggedText(text: string): TaggedText {
  const claims: Claim[] = []
  let answer = ''
  let clean = ''
  let read = 0
  for (const match of text.matchAll(TAG)) {
    const [whole, attributeText = '', content = ''] = match
    const attributes = readAttributes(attributeText)
    const id = attributes.get('id') ?? `cite_${claims.length + 1}`
    const source = attributes.get('source') ?? attributes.get('id')
    if (source === undefined) throw new Error(`A cite tag names no source: ${whole}`)
    if (claims.some((claim) => claim.id === id)) throw new Error(`The citation id "${id}" is used twice.`)
    const before = text.slice(read, match.index)
    const start = clean.length + before.length
    claims.push({
      id,
      source,
      text: content,
      start,
      end: start + content.length,
      verified: attributes.get('verified') !== 'false',
      quote: attributes.get('quote'),
    })
    answer += `${before}<cite id="${id}">${content}</cite>`
    clean += before + content
    read = match.index + whole.length
  }
  answer += text.slice(read)
  clean += text.slice(read)
  if (/<\/?cite\b/.test(clean)) throw new Error('A cite tag is nested or not closed.')
  return { answer, clean, claims }
}
