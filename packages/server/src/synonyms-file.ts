import { readFileSync, statSync } from 'node:fs'
import { readSynonyms, type Synonyms } from '@deep-research/engine'
import { UserError } from '#kernel/user-error.ts'

/** Bytes: a longer file is no list that somebody wrote. */
const LONGEST = 1_000_000

/**
 * The words that mean the same, of the file that `CORPUS_SYNONYMS` names; undefined where it names none.
 * @throws {@link UserError} if the file cannot be read.
 */
export function readSynonymsFile(file: string | undefined): Synonyms | undefined {
  if (file === undefined) return undefined
  try {
    const { size } = statSync(file)
    if (size > LONGEST) throw new Error(`it has ${size} bytes; at most ${LONGEST} are read`)
    return readSynonyms(readFileSync(file, 'utf8'))
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new UserError(
      `CORPUS_SYNONYMS is ${JSON.stringify(file)}: ${reason}. Set it to a text file with words that mean the same on each line, such as "folder, directory".`,
    )
  }
}
