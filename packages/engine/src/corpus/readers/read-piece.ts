import { basename, dirname, extname } from 'node:path'
import type { DocumentDraft, FilePiece, PieceContent } from '../types.ts'
import { UnreadableContentError } from './decode.ts'
import { extensionOf, readBytes } from './formats.ts'
import type { DocumentParts } from './metadata.ts'
import { reasonOf } from './problem.ts'
import { sourceUrl } from './source-url.ts'

/** Reads a piece of a file by the file's ending. To be called in a thread that can be ended. Never rejects. */
export async function readPiece(piece: FilePiece): Promise<PieceContent> {
  if (extensionOf(piece.path) === '.jsonl') return (await import('./jsonl.ts')).readRecords(piece)
  try {
    const { warning, ...parts } = await readBytes(extensionOf(piece.path), piece.bytes)
    if (parts.text.trim() === '') throw new UnreadableContentError('contains no text')
    return { documents: [draftOf(piece, parts)], problems: warning === undefined ? [] : [warning] }
  } catch (error) {
    // Whatever a parser throws at a file that nobody foresaw: one line, and the other files are served.
    return { documents: [], problems: [error instanceof UnreadableContentError ? error.message : reasonOf(error)] }
  }
}

function draftOf({ path, baseUrl }: FilePiece, { url: own, ...parts }: Omit<DocumentParts, 'warning'>): DocumentDraft {
  const extension = extensionOf(path)
  const sourceType = extension === '.html' || extension === '.htm' ? 'web' : 'document'
  return { title: titleFromName(path), sourceType, ...parts, url: sourceUrl({ own, baseUrl, path }), path }
}

/** What opens a folder is named after it. */
const OPENS_FOLDER = /^(?:readme|index)$/i

function titleFromName(path: string): string {
  const folder = basename(dirname(path))
  const bare = withoutExtension(path)
  return OPENS_FOLDER.test(bare) && folder !== '.' ? folder : bare
}

function withoutExtension(path: string): string {
  const name = basename(path)
  const bare = name.slice(0, name.length - extname(name).length)
  return bare.replace(/_+/g, ' ').trim() || name
}
