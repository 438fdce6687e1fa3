import patterns from '#language/data/instructions.json' with { type: 'json' }

/** How an answer is to be written, as the question says. */
export interface AnswerForm {
  sentences?: number
  characters?: number
  /** Of a report; fewer are asked for as characters. */
  words?: number
  /** In English: "German". */
  language?: string
  layout?: 'list' | 'table' | 'paragraph'
}

const COUNTS = ['a', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']
/** Characters of a word, with the space behind it. */
const WORD = 6
/** So many words are pages with headings, and no answer of one piece. */
const REPORT_WORDS = 400
/** So many sentences are brief. */
const BRIEF = 2

const COUNT = `\\d{1,4}|\\d{1,2},\\d{3}|${COUNTS.join('|')}`
const ENDS = '(?:[,:]\\s*|\\s*[.!]+|\\s+(?=(?:as|in|with|using)\\b)|(?=[?]|$))'

/** It stands by itself, after a stop or a word that asks for it; or it is the last thing said, where that is clear. */
function standing(pattern: string, clear = pattern): RegExp {
  const asked = (written: string) => written.replace('{most}', patterns.most).replace('{count}', COUNT)
  const alone = `(?<=^|[.?!;:,]\\s*)(?:${patterns.opener})?${asked(pattern)}${ENDS}`
  const told = `(?<=\\s)${patterns.opener}${asked(pattern)}${ENDS}`
  const last = `(?<=\\s)${asked(clear)}(?=[?.!\\s]*$)`
  return new RegExp([alone, told, last].join('|'), 'iu')
}

const INSTRUCTIONS: readonly { pattern: RegExp; form: (count: number, written: string) => AnswerForm }[] = [
  { pattern: standing(patterns.sentences), form: (sentences) => ({ sentences }) },
  {
    pattern: standing(patterns.words),
    form: (count) => (count < REPORT_WORDS ? { characters: WORD * count } : { words: count }),
  },
  { pattern: standing(patterns.language, patterns.clearLanguage), form: (_count, language) => ({ language }) },
  { pattern: standing(patterns.characters), form: (characters) => ({ characters }) },
  { pattern: standing(patterns.paragraph), form: () => ({ layout: 'paragraph' }) },
  { pattern: standing(patterns.brief), form: () => ({ sentences: BRIEF }) },
  { pattern: standing(patterns.list, patterns.clearList), form: () => ({ layout: 'list' }) },
  { pattern: standing(patterns.table, patterns.clearTable), form: () => ({ layout: 'table' }) },
]

/** Takes out of a question what it says of the form of the answer. English. */
export function instructionsIn(text: string): { text: string; form: AnswerForm } {
  let rest = text
  let form: AnswerForm = {}
  for (const each of INSTRUCTIONS) {
    const match = each.pattern.exec(rest)
    if (match === null) continue
    const without = `${rest.slice(0, match.index)} ${rest.slice(match.index + match[0].length)}`
    const left = without
      .replace(/\s+/g, ' ')
      .replace(/^[\s,.;:]+|[\s,;:]+(?=[?.!])/g, '')
      .trim()
    // What is nothing but an instruction asks for what it names.
    if (!/\p{L}{3}/u.test(left)) continue
    rest = left
    const written = match.slice(1).find((group) => group !== undefined)
    form = { ...each.form(countOf(written), written ?? ''), ...form }
  }
  return { text: rest, form }
}

function countOf(written = 'one'): number {
  const at = COUNTS.indexOf(written.toLowerCase())
  return at < 0 ? Number(written.replace(',', '')) : Math.max(1, at)
}
