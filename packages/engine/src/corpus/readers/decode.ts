/** A content that cannot be served, said in one line for the operator. */
export class UnreadableContentError extends Error {
  override readonly name = 'UnreadableContentError'
}

/** A text, and what was wrong with its bytes. */
export interface Decoded {
  text: string
  warning?: string
}

export interface Encodings {
  /** What the content says its encoding is, as a page does. */
  declared?: string | undefined
  /** The encoding of what is no UTF-8 and says nothing of it. Default: such a content is not read. */
  otherwise?: string | undefined
}

/**
 * Decodes a content by its byte order mark, as UTF-8, by what it declares, or by what is set for the rest: a guess would be
 * quoted as the source's words.
 * @throws {UnreadableContentError} for bytes that are none of these
 */
export function decodeText(bytes: Uint8Array, { declared, otherwise }: Encodings = {}): Decoded {
  const marked = markOf(bytes)
  if (marked !== undefined) return { text: decodedAs(marked, bytes) ?? fail(`is not valid ${marked}`) }
  // Of these, every content is valid UTF-8.
  if (declared !== undefined && STATEFUL.test(declared)) {
    const text = decodedAs(declared, bytes)
    if (text !== undefined) return { text }
  }
  const text = decodedAs('utf-8', bytes) ?? (declared === undefined ? undefined : decodedAs(declared, bytes))
  if (text !== undefined) return { text }
  if (otherwise !== undefined) return decodedBy(otherwise, bytes)
  return fail(
    `${declared === undefined ? 'is not valid UTF-8' : `is neither valid UTF-8 nor ${declared}, which it names`}; set CORPUS_ENCODING to its encoding, such as windows-1252, or save it as UTF-8`,
  )
}

/** Whether an encoding of this name is known: https://encoding.spec.whatwg.org/#names-and-labels */
export function isEncoding(label: string): boolean {
  try {
    return new TextDecoder(label).encoding !== ''
  } catch {
    return false
  }
}

/** How far into a content its declaration stands: browsers look no further. */
const HEAD = 1024
const META = /<meta[^>]{0,200}\bcharset\s*=\s*(?:["']\s*)?([\w:.-]{1,40})/i
const XML = /^<\?xml[^>]{1,100}\bencoding\s{0,9}=\s{0,9}["']([\w:.-]{1,40})/

/** The encoding that a page or an XML file names at its beginning. */
export function declaredEncoding(bytes: Uint8Array): string | undefined {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, HEAD))
  const named = XML.exec(head)?.[1] ?? META.exec(head)?.[1]
  // What is written in UTF-16 shows that by its mark, and no other way is sure.
  return named !== undefined && isEncoding(named) && !/^utf-?16/i.test(named) ? named : undefined
}

const STATEFUL = /^(?:cs)?iso-?2022-/i

function markOf([first, second, third, fourth]: Uint8Array): string | undefined {
  if (first === 0xff && second === 0xfe && third === 0 && fourth === 0) return fail('is UTF-32; save it as UTF-8')
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined
}

function decodedBy(label: string, bytes: Uint8Array): Decoded {
  const strict = decodedAs(label, bytes)
  if (strict !== undefined) return { text: strict }
  const text = new TextDecoder(label).decode(bytes)
  const wrong = text.split('\ufffd').length - 1
  return { text, warning: `is not valid ${label} in ${wrong} ${wrong === 1 ? 'place' : 'places'}, shown as \ufffd` }
}

function decodedAs(label: string, bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

function fail(message: string): never {
  throw new UnreadableContentError(message)
}
