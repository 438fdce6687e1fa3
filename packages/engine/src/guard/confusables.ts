import { withoutInvisible } from '#language/visible.ts'

/** Letters of other scripts, and digits and signs inside words, by the Latin letter that they look like. */
const LOOKS_LIKE: ReadonlyMap<string, string> = new Map(
  Object.entries({
    a: 'аα4@ɑ',
    b: 'вьβ8',
    c: 'сϲ',
    d: 'ԁ',
    e: 'еёєε3',
    g: 'ɡ9',
    h: 'һн',
    i: 'іїιı1!|',
    j: 'јϳ',
    k: 'кκ',
    l: 'ӏⅼ',
    m: 'м',
    n: 'пηո',
    o: 'оοσ0',
    p: 'рρ',
    r: 'гʀ',
    s: 'ѕ5$',
    t: 'тτ7',
    u: 'υцս',
    v: 'νѵ',
    w: 'ѡωԝ',
    x: 'хχ',
    y: 'уγү',
    z: 'ᴢ',
  }).flatMap(([latin, others]) => Array.from(others, (each) => [each, latin] as const)),
)
const WORD = /[\p{L}\p{N}@$!|]+/gu
const OTHER_LETTER = /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}ɑɡıʀᴢ]/u

/** The ways in which readers may read a sentence: folded; and with its look-alikes as the Latin letters that they seem. */
export function readings(sentence: string): string[] {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII, which has nothing else to fold.
  const plain = /^[\u0000-\u007f]*$/.test(sentence)
  const folded = (plain ? sentence : compatible(sentence)).toLowerCase().replace(/\s+/g, ' ')
  if (plain && !/[a-z][0-9@$!|]|[0-9@$!|][a-z]/.test(folded)) return [folded]
  const bare = plain ? folded : folded.normalize('NFD').replace(/(?<=\p{Script=Latin})\p{M}+/gu, '')
  const latin = bare.replace(WORD, latinWord)
  return latin === folded ? [folded] : [folded, latin]
}

function compatible(sentence: string): string {
  // Joiners are kept elsewhere; here they only serve to hide a word.
  return withoutInvisible(sentence)
    .replace(/[\u200C\u200D]/g, '')
    .normalize('NFKC')
    .replace(/[‘’]/g, "'")
}

/** A word of look-alikes alone is a word of its own script, or a number. */
function latinWord(word: string): string {
  if (!/[a-z]/.test(word) || !(OTHER_LETTER.test(word) || /[0-9@$!|]/.test(word))) return word
  return Array.from(word, (each) => LOOKS_LIKE.get(each) ?? each).join('')
}
