import { contentTerms } from '#language/terms.ts'

/** Words that say what a question wants done, or speak of sources as such, rather than what it is about. */
const WORDS = `according agree agreed agrees disagree argue argued article articles attribute believe called claim claims compare compared comparison considered contrast describe described
detail differ difference differences discuss discussed discussion explain explained explanation express happen happened happens highlight identify indicate indicates involve
justify justified known list mention mentioned mentions name named occur occurred outline overview provide
published refer referred regarding relate related report reported reporting reports speak speaks spoke spoken statement suggest suggested suggests
summarise summarize summary talk term think thought topic type view views way ways`

let intent: ReadonlySet<string> | undefined

/** Whether a term tells of the asking more than of the subject. */
export function isIntentTerm(term: string): boolean {
  intent ??= contentTerms(WORDS, 'en')
  return intent.has(term)
}
