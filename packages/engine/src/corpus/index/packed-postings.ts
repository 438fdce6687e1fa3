/** The passages that hold a term, and how often each holds it, whatever the field. */
export interface Postings {
  /** Their numbers, ascending. */
  passages: Uint32Array
  counts: Uint16Array
}

/** The bytes of a number in groups of seven bits, at most. */
const LONGEST_NUMBER = 5

/** Writes postings as numbers of one to five bytes: twice the distance to the passage before, and 1 more where a count follows. */
export function packPostings({ passages, counts }: Postings): Uint8Array {
  const bytes = new Uint8Array(2 * LONGEST_NUMBER * passages.length)
  let end = 0
  const write = (number: number) => {
    let rest = number
    for (; rest > 0x7f; rest = Math.floor(rest / 0x80)) {
      bytes[end] = (rest % 0x80) | 0x80
      end += 1
    }
    bytes[end] = rest
    end += 1
  }
  let before = 0
  for (let at = 0; at < passages.length; at += 1) {
    const passage = passages[at] as number
    const count = counts[at] as number
    write(2 * (passage - before) + (count > 1 ? 1 : 0))
    if (count > 1) write(count)
    before = passage
  }
  return bytes.slice(0, end)
}

/** The postings that `packPostings` wrote of so many passages. */
export function unpackPostings(bytes: Uint8Array, length: number): Postings {
  const passages = new Uint32Array(length)
  const counts = new Uint16Array(length)
  let at = 0
  const read = (): number => {
    let number = 0
    for (let scale = 1; ; scale *= 0x80) {
      const byte = bytes[at] as number
      at += 1
      if (byte < 0x80) return number + scale * byte
      number += scale * (byte & 0x7f)
    }
  }
  let passage = 0
  for (let place = 0; place < length; place += 1) {
    const number = read()
    passage += Math.floor(number / 2)
    passages[place] = passage
    counts[place] = number % 2 === 1 ? read() : 1
  }
  return { passages, counts }
}

/** 3, 3, 7 are two mentions in passage 3 and one in 7: equal numbers stand together. */
export function postingsOf(mentions: readonly number[]): Postings {
  const passages = new Uint32Array(mentions.length)
  const counts = new Uint16Array(mentions.length)
  let length = 0
  let last = -1
  for (let at = 0; at < mentions.length; at += 1) {
    const passage = mentions[at] as number
    if (passage !== last) {
      passages[length] = passage
      length += 1
      last = passage
    }
    counts[length - 1] = (counts[length - 1] as number) + 1
  }
  return { passages: passages.slice(0, length), counts: counts.slice(0, length) }
}
