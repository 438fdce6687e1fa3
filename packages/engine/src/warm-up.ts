import { createEngine } from './engine.ts'
import type { Library } from './types.ts'

/** V8 compiles a pattern well when it is used again, and once more for texts with letters beyond Latin-1. */
const QUESTIONS: readonly ((name: string) => string)[] = [
  (name) => `Why was ${name} changed, and how many were there before?`,
  (name) => `What happened to “${name}” between 1990 and 2000 …?`,
  (name) => `How is ${name} used, and who says so?`,
  (name) => `Which of these does “${name}” compare …?`,
]

/** No further question after so many milliseconds: over a large collection one alone warms enough. */
const ENOUGH = 1_000

/**
 * Asks a collection questions that nobody waits for: what a process does for the first time takes it several times as
 * long, so that its first run would be the slowest. Ends early when aborted, at the next search. `now`: milliseconds of a clock.
 */
export async function warmUp(library: Library, signal: AbortSignal, now = () => performance.now()): Promise<void> {
  const engine = createEngine({ library })
  const begun = now()
  let asked = 0
  try {
    // What a collection says nothing of is answered before most of the engine has run.
    for (const { name } of library.titles()) {
      signal.throwIfAborted()
      const query = QUESTIONS[asked]?.(name)
      if (query === undefined || now() - begun > ENOUGH) return
      asked += 1
      for await (const _ of engine.research({ query, level: 'medium' }, { signal })) signal.throwIfAborted()
    }
  } catch (error) {
    if (!signal.aborted) throw error
  }
}
