import type { Evidence, Quotation } from '#evidence/ledger.ts'
import { ofEachDocument } from './by-document.ts'
import type { PartAnswer } from './part-answers.ts'
import { isIn } from './repeated.ts'
import { isOfSection } from './sections.ts'
import { type ComposedPart, Writer } from './writer.ts'

export const PART_NOT_ANSWERED = 'The sources searched do not answer this part:'

/**
 * Answers several questions in the order in which they were asked, each by a passage of its own or by saying that there is none;
 * then what else was chosen. Nothing is quoted twice.
 */
export function composeParts(
  answers: readonly PartAnswer[],
  chosen: readonly Evidence[],
  { showsRest }: { showsRest: boolean },
): ComposedPart[] {
  const writer = new Writer()
  const said: Quotation[] = []
  for (const { written, passage } of answers) {
    const fresh = passage?.filter((words) => !isIn(said, words))
    if (fresh?.length === 0) continue
    writer.paragraph()
    if (fresh === undefined) writer.say(`${PART_NOT_ANSWERED} “${written}”`)
    else {
      writer.passage(fresh)
      said.push(...fresh)
    }
  }
  // Of a text in sections, and of a talk, single sentences say nothing beside what answers.
  const mayStand = (item: Evidence) => showsRest || (!isOfSection(item) && item.block?.kind !== 'turn')
  const left = chosen.filter((item) => !isIn(said, item) && mayStand(item))
  ofEachDocument(left, writer)
  return writer.parts
}
