/** The largest value of a signed byte. */
const MOST = 127

/** A vector in a byte for each dimension: its direction is kept, and its length is not. */
export function quantise(vector: Float32Array): Int8Array {
  let largest = 0
  for (const value of vector) largest = Math.max(largest, Math.abs(value))
  return Int8Array.from(vector, (value) => (largest === 0 ? 0 : Math.round((MOST * value) / largest)))
}

/** The cosine of the angle between two vectors of as many dimensions: 1 where they point in the same direction. */
export function cosine(a: Int8Array, b: Int8Array): number {
  let product = 0
  let ofA = 0
  let ofB = 0
  for (let at = 0; at < a.length; at += 1) {
    const [x, y] = [a[at] as number, b[at] as number]
    product += x * y
    ofA += x * x
    ofB += y * y
  }
  return product / (Math.sqrt(ofA * ofB) || 1)
}

/** How many words of 32 bits the signs of so many dimensions take. */
export function signWords(dimensions: number): number {
  return Math.ceil(dimensions / 32)
}

/** Writes the signs of a vector, a bit for each dimension. */
export function writeSigns(vector: Int8Array, signs: Uint32Array): void {
  signs.fill(0)
  for (let at = 0; at < vector.length; at += 1)
    if ((vector[at] as number) > 0) signs[at >>> 5] = (signs[at >>> 5] as number) | (1 << (at & 31))
}

/** How many bits of a word are set. */
export function bitsIn(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555)
  const quads = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return (((quads + (quads >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24
}
