import words from '#language/data/gathering.json' with { type: 'json' }
import { alternatives } from '#language/word-list.ts'
import type { SourceDocument } from '../types.ts'

/** That a question asks for all who say something, not for what one of them says. */
export interface Gathering {
  of: 'author' | 'publisher'
  /** How many characters at its beginning only ask so. */
  opener: number
}

const PUBLISHER = new RegExp(`^(?:${alternatives(words.publishers)})$`, 'iu')
const HELPERS = '(?:(?:have|has|had|all|ever|also|else|did) )*'
const PLURAL = '(?<noun>(?!(?:was|is|has|does|this)\\b)\\p{Ll}+s|media|people)'
const OTHER_WORDS = '(?:(?!did|do|does|has|have|had|are|were)[\\p{L}.-]+ ){0,2}?'
const ASKS: readonly RegExp[] = [
  `(?:which|what) (?:of the )?${OTHER_WORDS}${PLURAL} ${HELPERS}(?:${alternatives(words.verbs)})`,
  // "Who wrote" and "who proposed" ask for one; these for whoever did.
  `who ${HELPERS}(?:${alternatives(words.whoVerbs)})`,
  `what (?:did|do|have) (?:the |various |several |different |other |most )*${PLURAL} (?:${alternatives(words.opinionVerbs)})`,
].map((asks) => new RegExp(`^\\s*${asks}\\b`, 'u'))

/** Whether a question asks for all who say something: "Which authors mention …", "What do the papers say of …". English. */
export function gatheringIn(text: string): Gathering | undefined {
  const lower = text.charAt(0).toLowerCase() + text.slice(1)
  for (const pattern of ASKS) {
    const match = pattern.exec(lower)
    if (match)
      return { of: PUBLISHER.test(match.groups?.['noun'] ?? '') ? 'publisher' : 'author', opener: match[0].length }
  }
  return undefined
}

/** Who is asked for in a document: its author or publisher, the other where that is not known, else itself. */
export function speakerOf({ id, authors, publisher }: SourceDocument, of: Gathering['of']): string {
  const [author] = authors ?? []
  return (of === 'author' ? (author ?? publisher) : (publisher ?? author)) ?? id
}
