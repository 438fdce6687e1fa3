/**
 * Turns offsets of a text that a service counts in its own unit into UTF-16 code units. Offsets beyond the text are its end;
 * one within a character is the end of it.
 */
export function offsetsIn(text: string, unit: 'characters' | 'bytes'): (offset: number) => number {
  const ends: number[] = []
  let units = 0
  for (const character of text) {
    units += character.length
    const size = unit === 'characters' ? 1 : Buffer.byteLength(character)
    for (let each = 0; each < size; each += 1) ends.push(units)
  }
  return (offset) => (offset <= 0 ? 0 : (ends[Math.min(Math.floor(offset), ends.length) - 1] ?? 0))
}
