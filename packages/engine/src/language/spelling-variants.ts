import variants from './data/spelling-variants.json' with { type: 'json' }

const ENDINGS = variants.endings.map(([british = '', american = '']) => [new RegExp(british), american] as const)
const ANY_ENDING = new RegExp(ENDINGS.map(([british]) => `(?:${british.source})`).join('|'))

/** An English word in lower case as Americans spell it, so that "colour" finds "color". */
export function inAmericanSpelling(word: string): string {
  if (!ANY_ENDING.test(word)) return word
  for (const [british, american] of ENDINGS) if (british.test(word)) return word.replace(british, american)
  return word
}
