/** Why a page is not read that has next to no text. */
export const HARDLY_ANY_TEXT = 'contains hardly any text'

/** Words: a page that says what it has to say without a script has more. */
const FEW_WORDS = 150
const SCRIPT = /<script\b/i
/** Bytes of a page in which a script is looked for. */
const MOST_LOOKED_AT = 1024 * 1024

/** Whether a page has so little text, and a script, that a browser may well show more of it. */
export function isShell({ type, bytes }: { type: string; bytes: Uint8Array }, text: string): boolean {
  if (type !== 'text/html' && type !== 'application/xhtml+xml') return false
  if (text.trim().split(/\s+/, FEW_WORDS).length >= FEW_WORDS) return false
  return SCRIPT.test(
    Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, MOST_LOOKED_AT)).toString('latin1'),
  )
}
