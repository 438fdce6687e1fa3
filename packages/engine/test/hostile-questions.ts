/** A question that is made to stop whoever answers it, or that somebody pasted who meant no harm. */
export interface HostileQuestion {
  name: string
  query: string
}

/** The longest question that the service takes, in code points. */
const LONGEST = 10_000

/** A text that is repeated, cut to the length of the longest question. */
function filled(unit: string, length = LONGEST): string {
  const characters = Array.from(unit)
  return Array.from({ length }, (_, at) => characters[at % characters.length]).join('')
}

/** Numbers from 0 to `below`, the same each time (a linear congruential generator). */
function numbers(below: number): () => number {
  let state = 12_345
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return (state >>> 8) % below
  }
}

/** Characters of an alphabet in no order. */
function mixed(alphabet: string, length = LONGEST): string {
  const characters = Array.from(alphabet)
  const next = numbers(characters.length)
  return Array.from({ length }, () => characters[next()]).join('')
}

/** As many words as have room. */
function manyWords(wordOf: (number: number) => string, separator = ' '): string {
  let text = ''
  for (let number = 0; ; number += 1) {
    const word = wordOf(number)
    if (text.length + separator.length + word.length > LONGEST) return text
    text += (text === '' ? '' : separator) + word
  }
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'
const letter = (number: number) => LETTERS[number % LETTERS.length] as string
const pair = (number: number) => letter(number) + letter(Math.floor(number / LETTERS.length))
const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const MINIFIED =
  '!function(e,t){"object"==typeof exports?module.exports=t():e.lib=t()}(this,(function(){var a=[],b={};return{get:function(n){return a[n]||b[n]}}}));'
const log = (number: number) =>
  `2026-11-27T10:${10 + (number % 50)}:00Z [worker-${number}] ERROR at com.example.Service$Inner.run(Service.java:${number}) id=${number}`

const ONE_WORD: readonly HostileQuestion[] = [
  { name: 'one word of one letter', query: filled('a') },
  { name: 'one word of all letters', query: mixed(LETTERS) },
  { name: 'one word of capitals', query: mixed(LETTERS.toUpperCase()) },
  { name: 'one word in camel case', query: filled('getLongName') },
  { name: 'one word of snake case', query: filled('long_name_') },
  { name: 'one Cyrillic word', query: filled('я') },
  { name: 'one Cyrillic word of all letters', query: mixed('абвгдежзийклмнопрстуфхцчшщъыьэюя') },
  { name: 'one German word', query: filled('überschwemmungsgefährdet') },
  { name: 'Han without an end', query: mixed('大学生活动中心的管理人员在北京举行会议讨论经济问题') },
  { name: 'one Han character', query: filled('水') },
  { name: 'Kana', query: mixed('ひらがなカタカナのてにをはアイウエオ') },
  { name: 'Hangul', query: mixed('가나다라마바사아자차카타파하') },
  { name: 'Thai', query: mixed('กขคงจฉชซญดตถทธนบปผฝพฟภมยรลวสหอ') },
  { name: 'Arabic', query: mixed('ابتثجحخدذرزسشصضطظعغفقكلمنهوي') },
  { name: 'combining marks', query: `e${filled('\u0301\u0300\u0302', LONGEST - 1)}` },
  { name: 'letters that each have a mark', query: filled('e\u0301') },
  { name: 'emoji', query: filled('😀👩\u200d👩\u200d👧🇩🇪') },
  { name: 'mathematical letters', query: filled('𝐀𝐁𝐂𝐚𝐛𝐜') },
  { name: 'zero-width characters', query: filled('a\u200b\u200c\u200d\ufeff') },
  { name: 'two words of 5,000 letters', query: `${filled('x', LONGEST / 2)} ${filled('y', LONGEST / 2 - 1)}` },
  { name: 'words of 1,000 letters', query: manyWords((number) => filled(pair(number), 999)) },
  { name: 'words of 100 letters', query: manyWords((number) => filled(`${pair(number)}q`, 99)) },
  { name: 'words of 40 letters', query: manyWords((number) => filled(`${pair(number)}governmetn`, 40)) },
]

const MANY_WORDS: readonly HostileQuestion[] = [
  { name: 'words of two letters', query: manyWords(pair) },
  { name: 'words of one letter', query: manyWords(letter) },
  { name: 'one word again and again', query: manyWords(() => 'navy') },
  { name: 'words with a slip', query: manyWords((number) => `presidnet${pair(number)}`) },
  { name: 'different words with a slip', query: manyWords((number) => `gov${pair(number)}ernmetn`) },
  { name: 'names', query: manyWords((number) => `Mr ${letter(number).toUpperCase()}${pair(number)}son`) },
  { name: 'capitalised words', query: manyWords((number) => `Abraham Lincoln${pair(number)}`) },
  {
    name: 'words of the library',
    query: manyWords((number) => ['the', 'navy', 'of', 'congress', 'treasury'][number % 5] as string),
  },
  { name: 'clauses', query: manyWords((number) => `what did ${pair(number)} say about taxes`, ', ') },
  { name: 'questions', query: manyWords((number) => `What did Lincoln say of ${pair(number)}?`) },
  {
    name: 'compared',
    query: `Compare ${manyWords((number) => `Lincoln${pair(number)}`, ' and ').slice(0, LONGEST - 9)}`,
  },
  { name: 'versus', query: manyWords((number) => `x${pair(number)}`, ' vs ') },
  { name: 'or', query: manyWords((number) => `x${pair(number)}`, ' or ') },
  { name: 'hyphens', query: manyWords((number) => `x${pair(number)}`, '-') },
  { name: 'lines', query: manyWords((number) => `- ${pair(number)} tax`, '\n') },
]

const SIGNS: readonly HostileQuestion[] = [
  { name: 'digits', query: mixed('0123456789') },
  { name: 'digits and commas', query: filled('1,') },
  { name: 'digits and points', query: filled('1.') },
  { name: 'years', query: manyWords((number) => String(1000 + (number % 1999))) },
  { name: 'dates', query: manyWords((number) => `${1 + (number % 28)} January ${1790 + (number % 200)}`) },
  { name: 'opening brackets', query: filled('(') },
  { name: 'brackets', query: filled('([{<>}])') },
  { name: 'slashes', query: filled('/') },
  { name: 'backslashes', query: filled('\\') },
  { name: 'quotation marks', query: filled('"') },
  { name: 'apostrophes', query: filled("'") },
  { name: 'quoted letters', query: filled('"a" ') },
  { name: 'opened quotations', query: filled('“a') },
  { name: 'backticks', query: filled('`') },
  { name: 'blanks', query: `a${filled(' ', LONGEST - 2)}b` },
  { name: 'line feeds', query: `a${filled('\n', LONGEST - 2)}b` },
  { name: 'tabs', query: `a${filled('\t', LONGEST - 2)}b` },
  { name: 'question marks', query: `a${filled('?', LONGEST - 1)}` },
  { name: 'full stops', query: filled('a. ') },
  { name: 'points', query: `a${filled('.', LONGEST - 1)}` },
  { name: 'underscores', query: `a${filled('_', LONGEST - 2)}b` },
  { name: 'hyphens alone', query: `a${filled('-', LONGEST - 2)}b` },
  { name: 'points between letters', query: filled('a.') },
  { name: 'letters and at signs', query: filled('a@') },
  { name: 'symbols', query: filled('<%= %> && || ') },
  { name: 'regular expressions', query: filled('(a+)+$|') },
]

const PASTED: readonly HostileQuestion[] = [
  { name: 'base64', query: mixed(BASE64) },
  { name: 'hexadecimal', query: mixed('0123456789abcdef') },
  { name: 'a minified line', query: filled(MINIFIED) },
  { name: 'a URL', query: `What is https://example.com/${mixed(`${LETTERS}0123456789/-%`, 9_000)}` },
  {
    name: 'a query string',
    query: `https://example.com/?${manyWords((number) => `${pair(number)}=${number}`, '&')}`.slice(0, LONGEST),
  },
  { name: 'a path', query: `/${manyWords((number) => `folder${number}`, '/')}`.slice(0, LONGEST) },
  { name: 'a log', query: manyWords(log, '\n') },
  { name: 'JSON', query: manyWords((number) => `{"id":${number},"name":"${pair(number)}"}`, ',') },
  { name: 'a table', query: manyWords((number) => `| ${pair(number)} | ${number} |`, '\n') },
  { name: 'a question behind a long word', query: `${filled('a', LONGEST - 50)} What did Lincoln say about the navy?` },
]

/** Questions as long as the service takes them. What looks harmless here has taken minutes of a processor. */
export const HOSTILE_QUESTIONS: readonly HostileQuestion[] = [...ONE_WORD, ...MANY_WORDS, ...SIGNS, ...PASTED]
