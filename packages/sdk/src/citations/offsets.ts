/** The unit of an offset in a text. */
export type OffsetUnit = 'utf-16' | 'code-point' | 'utf-8'

/** The width of a character in a unit. */
function widthOf(codePoint: number, unit: OffsetUnit): number {
  if (unit === 'code-point') return 1
  if (unit === 'utf-16') return codePoint > 0xffff ? 2 : 1
  if (codePoint < 0x80) return 1
  if (codePoint < 0x800) return 2
  return codePoint > 0xffff ? 4 : 3
}

/**
 * Converts an offset in `text` from one unit to another. An offset inside a character counts as the beginning of that
 * character. A lone surrogate is a character of one code point and three bytes.
 *
 * @throws RangeError if `offset` is not an integer from 0 to the text's length in `from`
 */
export function convertOffset(text: string, offset: number, from: OffsetUnit, to: OffsetUnit): number {
  let source = 0
  let target = 0
  if (Number.isInteger(offset) && offset >= 0) {
    if (offset === 0) return 0
    for (const character of text) {
      const codePoint = character.codePointAt(0) ?? 0
      source += widthOf(codePoint, from)
      if (source > offset) return target
      target += widthOf(codePoint, to)
      if (source === offset) return target
    }
  }
  throw new RangeError(`The offset ${offset} is not within the text, which is ${source} long.`)
}

/** Maps each offset in `unit` at which a character begins or the text ends to the offset in UTF-16 code units. */
export function offsetTable(text: string, unit: OffsetUnit): ReadonlyMap<number, number> {
  const table = new Map([[0, 0]])
  let source = 0
  let target = 0
  for (const character of text) {
    source += widthOf(character.codePointAt(0) ?? 0, unit)
    target += character.length
    table.set(source, target)
  }
  return table
}
