import { bySource } from '#model/write-draft.ts'
import type { AnswerForm } from '#question/instructions.ts'
import { roomForNotes } from './section-call.ts'
import { wordsInAll } from './surroundings.ts'
import type { Passage } from './write-section.ts'

interface CallLimits {
  question: string
  form: AnswerForm
  contextTokens: number
}

type Notes = Passage['notes']

/** UTF-16 units of a handle. */
const HANDLE = 4

/**
 * A section as what single calls can write of it, one after the other under its heading: whole where its notes fit into one
 * call, and else in parts of about as many notes, no source in two of them that fits into one. What a model of a small
 * context cannot be shown at once is not left out for that.
 */
export function inCalls(section: Passage, limits: CallLimits): Passage[] {
  const roomOf = (words: number) => roomForNotes({ ...section, ...limits, words, written: '' })
  const groups = [...Map.groupBy(section.notes, ({ evidence }) => evidence.document.id).values()]
  const size = sizeOf(section.notes)
  const ofOne = size / section.notes.length
  let count = 1
  while (size / count > roomOf(section.words / count) && size / count > ofOne) count += 1
  // Where not even a note fits, more calls hold no more.
  if (count === 1 || roomOf(section.words / count) < ofOne) return [section]
  const parts = filled(groups, size / count, roomOf(section.words / count))
  const share = section.words / wordsInAll(section.notes)
  return parts.map((notes) => ({ ...section, notes, words: Math.round(share * wordsInAll(notes)) }))
}

/** Groups of notes put together to parts of about the wanted size, each of `most` at most: a group that is larger is torn. */
function filled(groups: readonly Notes[], wanted: number, most: number): Notes[] {
  const parts: Notes[] = []
  let part: Notes = []
  for (const group of groups.flatMap((one) => torn(one, most))) {
    const grown = [...part, ...group]
    if (part.length > 0 && (sizeOf(part) >= wanted || sizeOf(grown) > most)) {
      parts.push(part)
      part = group
    } else part = grown
  }
  return [...parts, part]
}

function torn(group: Notes, most: number): Notes[] {
  const half = Math.ceil(group.length / 2)
  if (group.length < 2 || sizeOf(group) <= most) return [group]
  return [...torn(group.slice(0, half), most), ...torn(group.slice(half), most)]
}

/** UTF-16 units of notes as a model is given them, each line with what parts it from the next. */
function sizeOf(notes: Notes): number {
  const byHandle = new Map(notes.map(({ evidence }, i) => [String(i).padStart(HANDLE), evidence]))
  return bySource(byHandle, Number.POSITIVE_INFINITY).reduce((sum, line) => sum + JSON.stringify(line).length + 2, 0)
}
