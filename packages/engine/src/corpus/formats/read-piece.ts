import { basename, dirname, extname } from 'node:path'
import { UnreadableContentError } from '../readers/decode.ts'
import type { DocumentParts } from '../readers/metadata.ts'
import { reasonOf } from '../readers/problem.ts'
import { sourceUrl } from '../readers/source-url.ts'
import type { DocumentDraft, FilePiece, PieceContent } from '../types.ts'
import { extensionOf, MAILBOX, RECORDS, readBytes } from './formats.ts'
import { LANGUAGES } from './source-languages.ts'

/** Reads a piece of a file by the file's ending. To be called in a thread that can be ended. Never rejects. */
export async function readPiece(piece: FilePiece): Promise<PieceContent> {
  const extension = extensionOf(piece.path)
  if (RECORDS.has(extension)) return (await import('../readers/jsonl.ts')).readRecords(piece)
  try {
    if (extension === MAILBOX) return await (await import('./mail.ts')).readMailbox(piece)
    const { warning, ...parts } = await readBytes(piece.path, piece.bytes, piece.encoding)
    if (parts.text.trim() === '') throw new UnreadableContentError('contains no text')
    return { documents: [draftOf(piece, parts)], problems: [], ...(warning !== undefined && { warnings: [warning] }) }
  } catch (error) {
    // Whatever a parser throws at a file that nobody foresaw: one line, and the other files are served.
    return { documents: [], problems: [error instanceof UnreadableContentError ? error.message : reasonOf(error)] }
  }
}

function draftOf({ path, baseUrl }: FilePiece, { url: own, ...parts }: Omit<DocumentParts, 'warning'>): DocumentDraft {
  const extension = extensionOf(path)
  const sourceType = /^\.x?s?html?$/.test(extension) ? 'web' : 'document'
  return { title: titleFromName(path), sourceType, ...parts, url: sourceUrl({ own, baseUrl, path }), path }
}

/** What opens a folder is named after it. */
const OPENS_FOLDER = /^(?:readme|index)$/i

function titleFromName(path: string): string {
  if (LANGUAGES.has(extensionOf(path))) return basename(path)
  const folder = basename(dirname(path))
  const bare = withoutExtension(path)
  return OPENS_FOLDER.test(bare) && folder !== '.' ? folder : bare
}

function withoutExtension(path: string): string {
  const name = basename(path)
  const bare = name.slice(0, name.length - extname(name).length)
  return bare.replace(/_+/g, ' ').trim() || name
}
