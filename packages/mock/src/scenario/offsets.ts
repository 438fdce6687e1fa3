/** What an offset counts. The decisions say UTF-16 code units; a service that follows the specification may differ. */
export type OffsetUnit = 'utf-16' | 'code-point' | 'utf-8'

/** How many units of the given kind a text has. */
export function lengthIn(unit: OffsetUnit, text: string): number {
  switch (unit) {
    case 'utf-16':
      return text.length
    case 'code-point':
      return Array.from(text).length
    case 'utf-8':
      return new TextEncoder().encode(text).length
  }
}

/** The offset, in the given unit, of a place that is known in UTF-16 code units. */
export function offsetIn(unit: OffsetUnit, text: string, utf16Offset: number): number {
  return lengthIn(unit, text.slice(0, utf16Offset))
}
