import { DatabaseSync } from 'node:sqlite'
import { serialize } from 'node:v8'
import { serveJobs } from '#threads/serve-jobs.ts'
import { readPiece } from '../formats/read-piece.ts'
import { reasonOf } from '../readers/problem.ts'
import type { PieceContent } from '../types.ts'
import { type DocumentRows, documentRows, type Stem } from './document-rows.ts'
import type { IndexAnswer, IndexJob, Readable, ReadRows } from './index-threads.ts'
import { visibleDraft } from './visible-draft.ts'

/** UTF-16 units of small documents whose rows go together to the thread that writes them. */
const TOGETHER = 100_000

/** Reads what is to be indexed, and makes the rows of the index, in the thread that calls it. */
export function serveIndexJobs(stem: Stem): void {
  serveJobs<IndexJob, IndexAnswer>(
    async (job) => {
      if ('checkpoint' in job) return checkpoint(job.checkpoint)
      if ('drafts' in job) return readPiece(job.drafts)
      const answers: ReadRows[] = []
      for (const each of job.rows) answers.push(rowsOf(await contentOf(each), stem))
      return answers
    },
    reasonOf,
    (answer) =>
      Array.isArray(answer) ? answer.flatMap(({ rows }) => rows.map(({ buffer }) => buffer as ArrayBuffer)) : [],
  )
}

async function contentOf(readable: Readable): Promise<PieceContent> {
  return 'piece' in readable ? readPiece(readable.piece) : { documents: readable.drafts, problems: [] }
}

function checkpoint(indexFile: string): undefined {
  const database = new DatabaseSync(indexFile)
  try {
    database.exec('PRAGMA wal_checkpoint(PASSIVE)')
  } finally {
    database.close()
  }
}

function rowsOf({ documents, problems, warnings = [] }: PieceContent, stem: Stem): ReadRows {
  const packed: Uint8Array[] = []
  let rows: DocumentRows[] = []
  let size = 0
  const pack = () => {
    if (rows.length > 0) packed.push(serialize(rows))
    rows = []
    size = 0
  }
  for (const draft of documents) {
    for (const part of documentRows(visibleDraft(draft), stem)) {
      rows.push(part)
      size += sizeOf(part)
      if (size >= TOGETHER) pack()
    }
  }
  pack()
  return { rows: packed, problems, warnings }
}

const sizeOf = ({ texts, passages }: DocumentRows) =>
  texts.reduce((sum, { length, blocks }) => sum + length + (blocks?.length ?? 0), 0) +
  passages.reduce((sum, { heading, body }) => sum + heading.length + body.length, 0)
