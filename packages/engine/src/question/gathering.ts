import type { SourceDocument } from '../types.ts'

/** That a question asks for all who say something, not for what one of them says. */
export interface Gathering {
  of: 'author' | 'publisher'
  /** How many characters at its beginning only ask so. */
  opener: number
}

const PUBLISHERS =
  /^(?:outlets|newspapers|papers|magazines|sites|websites|blogs|publications|sources|media|publishers|channels|stations|journals|agencies)$/i
const VERB =
  '(?:said|say|spoken?|speak|talk(?:ed)?|mention(?:ed)?|discuss(?:ed)?|ask(?:ed)?|call(?:ed)? for|propos(?:ed?)|recommend(?:ed)?|' +
  'urged?|support(?:ed)?|opposed?|argued?|report(?:ed)?|wr[io]te|written|warn(?:ed)?|claim(?:ed)?|described?|praised?|' +
  'criticis(?:ed?)|criticiz(?:ed?)|cover(?:ed)?|address(?:ed)?|promised?|want(?:ed)?|announced?|publish(?:ed)?|' +
  'favou?r(?:ed)?|defend(?:ed)?|condemn(?:ed)?|refer(?:red)?|complain(?:ed)?|thank(?:ed)?)'
const HELPERS = '(?:(?:have|has|had|all|ever|also|else|did) )*'
const PLURAL = '(?<noun>(?!(?:was|is|has|does|this)\\b)\\p{Ll}+s|media|people)'
const ASKS: readonly RegExp[] = [
  new RegExp(
    `^\\s*(?:which|what) (?:of the )?(?:(?!did|do|does|has|have|had|are|were)[\\p{L}.-]+ ){0,2}?${PLURAL} ${HELPERS}${VERB}\\b`,
    'u',
  ),
  // "Who wrote" and "who proposed" ask for one; these for whoever did.
  new RegExp(
    `^\\s*who ${HELPERS}(?:said|say|spoken?|talk(?:ed)?|mention(?:ed)?|discuss(?:ed)?|warn(?:ed)?|call(?:ed)? for|ask(?:ed)? for|complain(?:ed)?|argued?)\\b`,
    'iu',
  ),
]
const OF_MANY = new RegExp(
  `^\\s*what (?:did|do|have) (?:the |various |several |different |other |most )*${PLURAL} (?:say|said|think|thought|write|written|report|reported|argued?)\\b`,
  'u',
)

/** Whether a question asks for all who say something: "Which authors mention …", "What do the papers say of …". English. */
export function gatheringIn(text: string): Gathering | undefined {
  for (const pattern of [...ASKS, OF_MANY]) {
    const match = pattern.exec(text[0] === undefined ? text : text[0].toLowerCase() + text.slice(1))
    if (match)
      return { of: PUBLISHERS.test(match.groups?.['noun'] ?? '') ? 'publisher' : 'author', opener: match[0].length }
  }
  return undefined
}

/** Who is asked for in a document: its author or publisher, the other where that is not known, else itself. */
export function bearerOf({ id, authors, publisher }: SourceDocument, of: Gathering['of']): string {
  const [author] = authors ?? []
  return (of === 'author' ? (author ?? publisher) : (publisher ?? author)) ?? id
}
