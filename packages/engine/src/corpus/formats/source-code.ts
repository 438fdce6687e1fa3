import { UnreadableContentError } from '../readers/decode.ts'
import type { DocumentParts } from '../readers/metadata.ts'
import type { Block } from '../types.ts'
import { LANGUAGES } from './source-languages.ts'

/** UTF-16 units of a line: longer ones were made by a program, for programs. */
const LONGEST_LINE = 5_000
/** Lines of a block: more of them are not read at a time. */
const MOST_LINES = 40
/** A line of a comment, in the languages that are read. */
const COMMENT = /^\s{0,200}(?:\/\/|\/\*|\*|#|--|;|"""|<!--)/

/**
 * Reads source code, or data, as it is written: what stands between blank lines is a block of code, or a paragraph where it is
 * a comment as a whole.
 * @throws {UnreadableContentError} for what a program has made for programs
 */
export function readSource(written: string, extension: string): DocumentParts {
  const text = inLines(written.replace(/\r\n?/g, '\n'), extension)
  const language = LANGUAGES.get(extension)
  const blocks: Block[] = []
  let open: { start: number; end: number; lines: number; isComment: boolean } | undefined
  const close = () => {
    if (open === undefined) return
    const { start, end, isComment } = open
    const nature: Pick<Block, 'kind' | 'language'> = isComment
      ? { kind: 'paragraph' }
      : { kind: 'code', ...(language !== undefined && { language }) }
    blocks.push({ start, end, path: [], ...nature })
    open = undefined
  }
  let at = 0
  for (const line of text.split('\n')) {
    if (line.length > LONGEST_LINE) throw new UnreadableContentError('has lines that only a program reads')
    const isComment = COMMENT.test(line)
    if (line.trim() === '' || open?.lines === MOST_LINES || (open && open.isComment !== isComment)) close()
    if (line.trim() !== '') {
      open ??= { start: at, end: at, lines: 0, isComment }
      open.end = at + line.trimEnd().length
      open.lines += 1
    }
    at += line.length + 1
  }
  close()
  return { text, blocks }
}

/** Data that is written in one line is shown in many. */
function inLines(text: string, extension: string): string {
  if (extension !== '.json' || text.length < LONGEST_LINE || text.trimEnd().includes('\n')) return text
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
