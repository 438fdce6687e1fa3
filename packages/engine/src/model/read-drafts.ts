import { ThoughtFilter } from '#guard/thoughts.ts'
import { type Draft, DraftParser } from './draft-parser.ts'

/** What a text that is being written brings. `restart`: what came before was thought, and no part of the text. */
export type DraftEvent = { draft: Draft } | { restart: true } | { failure: unknown }

/**
 * Reads a model's text sentence by sentence, as it comes, without what the model thinks aloud. Where the text breaks
 * off, its whole sentences come first, then why it did.
 */
export async function* readDrafts(pieces: AsyncIterable<string>): AsyncGenerator<DraftEvent, void> {
  let parser = new DraftParser()
  const thoughts = new ThoughtFilter()
  const told = (drafts: readonly Draft[]) => drafts.map((draft) => ({ draft }))
  try {
    for await (const piece of pieces) {
      const { said, restart } = thoughts.push(piece)
      if (restart) {
        parser = new DraftParser()
        yield { restart }
      }
      yield* told(parser.push(said))
    }
  } catch (failure) {
    yield* told(parser.end(false))
    yield { failure }
    return
  }
  yield* told([...parser.push(thoughts.end()), ...parser.end(true)])
}
