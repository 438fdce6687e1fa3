import opening from '#language/data/opening.json' with { type: 'json' }
import { alternatives } from '#language/word-list.ts'

/**
 * What asks for a way by telling what is to be done, as a pattern for the opening of an English question: "set a base URL
 * in axios", but not "set theory", as what is to be done stands beside a small word.
 */
export const IMPERATIVE: string =
  '^\\s*(?:(?:I |we )?(?:want|need|would like|trying|try) to )?(?:please |also |just |only |always |automatically )?' +
  `(?:have(?=.*[^?]$)|${alternatives(opening.imperatives)})\\b(?! of\\b)` +
  `(?=.*\\b(?:${alternatives(opening.besideWhatIsDone)})\\b)`
