import { LONGEST_NAME, LONGEST_TITLE, MOST_AUTHORS, visible, visibleLine, visibleLines } from '#language/visible.ts'
import { changeBlocks } from '../../change-blocks.ts'
import { defined } from '../readers/metadata.ts'
import type { DocumentDraft } from '../types.ts'

/** UTF-16 units of a date in words, and of a file's path. */
const LONGEST_DATE = 40
const LONGEST_PATH = 1_000

/**
 * A document as readers see it: without invisible characters, in which instructions are hidden, and with names that fit
 * beside a quotation. It is made so before it is indexed, so that a quotation is exactly what stands at its offsets.
 */
export function visibleDraft(given: DocumentDraft): DocumentDraft {
  const { aliases, authors, publisher, date, language, path, ...draft } = given
  const names = (all: readonly string[] = []) => {
    const shown = all.slice(0, MOST_AUTHORS).flatMap((name) => visibleLine(name, LONGEST_NAME) || [])
    return shown.length > 0 ? shown : undefined
  }
  const line = (text: string | undefined, longest: number) => (text && visibleLine(text, longest)) || undefined
  return {
    ...draft,
    ...visibleText(draft),
    ...defined({
      title: visibleLine(draft.title, LONGEST_TITLE) || draft.url,
      aliases: names(aliases),
      authors: names(authors),
      publisher: line(publisher, LONGEST_NAME),
      date: line(date, LONGEST_DATE),
      language: line(language, LONGEST_DATE),
      path: line(path, LONGEST_PATH),
    }),
  }
}

function visibleText({ text, blocks }: DocumentDraft): Pick<DocumentDraft, 'text' | 'blocks'> {
  const all = visibleLines(text)
  if (all === text) return { text }
  const shown = blocks?.map((block) => ({ ...block, path: block.path.map(visible) }))
  return shown ? changeBlocks({ text, blocks: shown }, visibleLines) : { text: all }
}
