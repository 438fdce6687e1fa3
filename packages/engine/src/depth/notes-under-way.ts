import type { ModelUse } from '#model/model-use.ts'
import { Turns } from './in-turns.ts'
import { type Noted, takeNotesInAnyCase } from './note-task.ts'
import type { SubQuestion } from './sub-question.ts'
import type { NoteTask } from './take-notes.ts'

/** Sub-questions that are looked into side by side: more would ask a provider for too much at once. */
export const AT_ONCE = 4

interface Taking {
  sub: SubQuestion
  noted: Promise<Noted>
}

/**
 * Notes that are being taken. They are handed over look by look, in the order in which these began: what is told does not
 * depend on which of them is ready first.
 */
export class NotesUnderWay {
  readonly #turns = new Turns(AT_ONCE)
  readonly #looks: (readonly Taking[])[] = []

  begin(tasks: readonly NoteTask[], use: ModelUse, signal: AbortSignal): void {
    const take = (task: NoteTask) => this.#turns.take(() => takeNotesInAnyCase(task, use, signal))
    this.#looks.push(tasks.map((task) => ({ sub: task.sub, noted: take(task) })))
  }

  /** The sub-questions whose notes have not been handed over. */
  get subs(): SubQuestion[] {
    return this.#looks.flatMap((look) => look.map(({ sub }) => sub))
  }

  /** The notes of the look that began first. */
  async next(): Promise<{ sub: SubQuestion; noted: Noted }[]> {
    const look = this.#looks[0] ?? []
    const noted = await Promise.all(look.map(async ({ sub, noted }) => ({ sub, noted: await noted })))
    this.#looks.shift()
    return noted
  }
}
