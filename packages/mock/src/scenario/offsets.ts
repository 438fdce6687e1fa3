/**
 * The unit of offsets. Our service uses UTF-16 code units; another service that follows the specification may differ.
 */
export type OffsetUnit = 'utf-16' | 'code-point' | 'utf-8'

/** The length of a text in a unit. */
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

/** Converts an offset from UTF-16 code units to another unit. */
export function offsetIn(unit: OffsetUnit, text: string, utf16Offset: number): number {
  return lengthIn(unit, text.slice(0, utf16Offset))
}
