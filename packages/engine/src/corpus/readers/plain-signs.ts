/** A sign that is printed over the one before it, which makes that bold or underlined. */
const OVERSTRUCK = /[^\n][\b]/gu
/** Begins what sets the colour or the weight of a terminal's signs. */
const ESCAPE = '\u001b'
const RENDITION = new RegExp(`${ESCAPE}\\[[\\d;]*m`, 'g')

/** Within a word that goes on in the next line, the hyphen that only typesetters set. */
const DIVIDED = /(?<=\p{L})[\u2010\u00ad]\n[ \t]{0,40}(?=\p{Ll})/gu
/** A space at which no line may be broken, as "Example 3.9." has in a manual that was set by a program. */
const UNBROKEN = '\u00a0'

/**
 * A text that was written for a terminal or a printer, without what makes its signs bold, underlined or coloured, and with one
 * kind of space.
 */
export function withPlainSigns(text: string): string {
  const struck = text.includes('\b') ? text.replace(OVERSTRUCK, '') : text
  const plain = struck.includes(ESCAPE) ? struck.replace(RENDITION, '') : struck
  return plain.replace(DIVIDED, '').replaceAll(UNBROKEN, ' ')
}
