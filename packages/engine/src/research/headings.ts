import { isInstruction } from '#guard/instructions.ts'
import { neutralise } from '#guard/neutralise.ts'
import { unlink } from '#guard/unlink.ts'
import { clipAtWord } from '#language/cut.ts'
import { isNamed, namePool } from '#language/entities.ts'
import { holdsQuantity, quantities } from '#language/numbers.ts'
import { contentTerms, FEWEST_TERMS } from '#language/terms.ts'
import { echoes } from '#model/echo.ts'
import type { Note } from './sub-question.ts'

/** UTF-16 units of a heading. */
const LONGEST_HEADING = 110

/** Whether a text has no name and no number that the notes, their sources or the question do not have. */
export function isFounded(text: string, question: string, notes: readonly Note[]): boolean {
  const known = notes.flatMap(({ paragraph: { document, text, path }, sub }) => {
    const { title, publisher = '', authors = [], year = '', date = String(year) } = document
    return [text, ...path, sub.text, title, publisher, ...authors, date]
  })
  const all = [question, ...new Set(known)].join('\n')
  const pool = namePool(all)
  const numbers = quantities(all)
  return (
    quantities(text).every((quantity) => holdsQuantity(numbers, quantity)) &&
    namePool(text).names.every((name) => name.uncertain || isNamed(name, pool))
  )
}

/** A model's heading as one line without signs of Markdown; the other one where it says what nothing bears out. */
export function soundHeading(
  given: string,
  other: string,
  question: string,
  notes: readonly Note[],
  forbidden: string,
): string {
  const said = plain(given)
  const isSound =
    said !== '' &&
    !isInstruction(said) &&
    !(contentTerms(said).size >= FEWEST_TERMS && echoes(said, [forbidden])) &&
    isFounded(withoutCounts(said), question, notes)
  return isSound ? said : plain(other)
}

/** A heading counts its own parts: "How the four approaches differ". */
function withoutCounts(heading: string): string {
  const counts = quantities(heading).filter(({ start, end }) => !/\d/.test(heading.slice(start, end)))
  return counts.reduceRight((text, { start, end }) => text.slice(0, start) + text.slice(end), heading)
}

/** A text as a heading: one line, and no question. */
export function plain(text: string): string {
  const line = clipAtWord(unlink(neutralise(text)).replace(/[*_#`|[\]<>]/g, ''), LONGEST_HEADING)
  return line.replace(/^[\s:;,–—-]+|[\s:;,.?!–—-]+$/g, '')
}
