import opening from '#language/data/opening.json' with { type: 'json' }
import { alternatives } from '#language/word-list.ts'

/** "Set a base URL in axios", but not "set theory": what is to be done stands beside a small word. */
const WANTED = `^\\s*(?:(?:I |we )?(?:want|need|would like|trying|try) to )?(?:please |also |just |only |always |automatically )?(?:have(?=.*[^?]$)|${alternatives(opening.imperatives)})\\b(?=.*\\b(?:${alternatives(opening.besideWhatIsDone)})\\b)`

/** What asks for a way by telling what is to be done, as a pattern for the opening of a question. */
export const IMPERATIVE: string = WANTED

const PATTERN = new RegExp(WANTED, 'i')

/** Whether a question tells what is to be done: "let a user run sudo without a password". English. */
export function isImperative(text: string): boolean {
  return PATTERN.test(text)
}
