/** Signs that a text is made of which hurts whoever reads it. */
export interface Alphabet {
  name: string
  /** What is repeated and mixed; the first one fills the longest run. */
  signs: readonly string[]
}

const of = (name: string, ...signs: string[]): Alphabet => ({ name, signs })

/** What patterns and parsers went wrong on, here and elsewhere. */
export const ALPHABETS: readonly Alphabet[] = [
  of('blanks', ' '),
  of('blanks and bars', ' ', '|', 'x', '-'),
  of('blanks and dashes', ' ', '-', '–', '='),
  of('tabs', '\t', 'a', ' '),
  of('line ends', '\n', ' ', '\r\n', 'a'),
  of('dots', '.', ' ', '…', '. . '),
  of('dots and digits', '1.', '2', '.', ' '),
  of('digits and commas', '1', ',', '1,000', ' '),
  of('brackets', '[', ']', '(', ')'),
  of('notes', '[1]', '.', ' A', '[', ' '),
  of('links', '[a](', 'http://a.b/', ')', '![', ' '),
  of('braces', '{', '}', '{{', '%}', ' '),
  of('backticks', '`', ' ', '``', 'a'),
  of('code fences', '```', '\n', '~~~', 'a'),
  of('stars and underscores', '*', '_', '**', 'a', ' '),
  of('less than', '<', '>', '</', 'a'),
  of('tags', '<a ', '<p>', '</p', '<!--', '-->', '='),
  of('ampersands', '&', ';', '&#', 'amp'),
  of('quotation marks', '"', "'", '“', '”', ' '),
  of('slashes', '/', '\\', '//', 'a'),
  of('colons', ':', '::', 'a', '\n', ' '),
  of('signs of headings', '#', '=', '\n', ' ', 'A'),
  of('markers of lists', '- ', '* ', '1. ', '\n', '+ '),
  of('quotes in quotes', '>', '> ', '\n', 'a'),
  of('zero-width', '\u200b', '\u200d', '\ufeff', 'a'),
  of('combining marks', '\u0301', 'e', '\u0308'),
  of('one word', 'a', 'A', '_'),
  of('Han', '珊', '瑚', '。', '「'),
  of('emoji', '😀', '🏽', '\u200d', '\ufe0f'),
  of('capitals', 'A', 'A. ', 'I', ' '),
  of('words', 'you ', 'must ', 'the ', 'user ', 'a '),
  of('dates and units', '1 ', 'May ', '2020', '-', 'km', '/'),
]

/** Numbers from 0 to 1, the same ones each time. */
function numbers(): () => number {
  let state = 1
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

const filled = (unit: string, length: number) => unit.repeat(Math.max(1, Math.floor(length / unit.length)))

/** A text of so many UTF-16 code units: runs of each sign, then all of them mixed, in one line and in many. */
export function textOf({ signs }: Alphabet, length: number): string {
  const third = Math.floor(length / 3)
  const runs = signs.map((sign, at) => filled(sign, at === 0 ? third / 2 : third / 2 / (signs.length - 1))).join('x')
  const next = numbers()
  const mix = (lines: boolean) => {
    const parts: string[] = []
    for (let size = 0; size < third; ) {
      const part =
        lines && next() < 0.02 ? '\n' : filled(signs[Math.floor(next() * signs.length)] ?? '', 1 + next() * 4)
      parts.push(part)
      size += part.length
    }
    return parts.join('')
  }
  return `${runs}\n${mix(false)}\n\n${mix(true)}`
}
