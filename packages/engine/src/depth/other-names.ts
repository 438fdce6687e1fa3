/** "EU" for "European Union": a name of two to five words that all begin in capitals; of fewer letters it is a word of its own. */
export function initialsOf(name: string): RegExp | undefined {
  const words = name.split(/[ -]/)
  if (words.length < 2 || words.length > 5 || !words.every((word) => /^\p{Lu}\p{Ll}/u.test(word))) return undefined
  return new RegExp(`(?<![\\p{L}\\p{N}])${words.map((word) => word[0]).join('')}(?![\\p{L}\\p{N}])`, 'u')
}

/** Whether a text writes the end of a name of three words or more after another word, and not the name: a "Cricket World Cup". */
export function namesAnother(name: string, text: string): boolean {
  const [first = '', ...rest] = name.split(' ')
  const [next = ''] = rest
  if (rest.length < 2 || !/^\p{Lu}/u.test(next) || text.includes(name)) return false
  const before = text.split(rest.join(' ')).slice(0, -1)
  return before.some((said) => {
    const word = /(\p{Lu}[\p{L}’'-]+) $/u.exec(said)?.[1]
    return word !== undefined && word !== first && !ARTICLE.test(word)
  })
}

/** "The World Cup" leaves out which. English. */
const ARTICLE = /^(?:The|A|An|This|That|His|Her|Its|Their|Our)$/u
