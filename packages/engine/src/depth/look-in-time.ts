import { pursue } from '../pursue.ts'
import type { EngineEvent } from '../types.ts'
import { baseWordsIn } from './base-words.ts'
import type { InvestigationParts } from './investigation-parts.ts'
import { joinedWordsIn } from './joined-words.ts'
import { shortFormsIn } from './short-forms.ts'
import type { Subject } from './subject.ts'
import { queriesByShortForms, queriesInTime } from './subject-queries.ts'
import { SubjectTime } from './subject-time.ts'

/** Searches among the documents of a subject's time: the second one finds those that the first one left. */
const LOOKS = 2

type Parts = Pick<InvestigationParts, 'run' | 'collection' | 'calls' | 'signal'>

/**
 * Learns when the subject of a question is, and looks for it among the documents of that time: words find what lies at
 * other times as well, and what is of its time need not write the name.
 */
export async function* lookInTime(
  subject: Subject,
  parts: Parts,
  iteration: number,
): AsyncGenerator<EngineEvent, void> {
  const { run, collection, calls, signal } = parts
  const { question, ledger } = run
  subject.time = await SubjectTime.learned(question, { ...collection, language: question.language }, signal)
  subject.shortForms = [...shortFormsIn(question, collection.library), ...baseWordsIn(question, collection.library)]
  subject.joinedWords = joinedWordsIn(question, collection.library)
  for (const query of queriesByShortForms(subject, question))
    yield* pursue(query, [{ run, query }], { collection, calls, iteration })
  for (let look = 0; look < LOOKS; look += 1) {
    const known = new Set(look === 0 ? [] : ledger.ranked().map(({ document }) => document.id))
    for (const query of queriesInTime(subject, question, known))
      yield* pursue(query, [{ run, query }], { collection, calls, iteration })
  }
}
