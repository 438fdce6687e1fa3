import { ThreadFailure } from '#threads/failure.ts'
import { ThreadPool } from '#threads/thread-pool.ts'
import { threadScript } from '#threads/thread-script.ts'
import { type LinePiece, linesIn } from '../readers/lines.ts'
import type { DocumentDraft, FilePiece, PieceContent } from '../types.ts'

/** What a thread is given: a piece of a file, or documents as their source made them; and what is wanted of it. */
export type IndexJob = ({ piece: FilePiece } | { drafts: DocumentDraft[] }) & { as: 'rows' | 'drafts' }

/** Rows of documents, and what could not be read. */
export interface ReadRows {
  /** Lists of `DocumentRows`, each serialised: what a large document needs is unpacked a part at a time. */
  rows: Uint8Array[]
  problems: string[]
}

export interface IndexJobOptions {
  signal: AbortSignal
  /** Milliseconds for a piece. Default: two minutes. */
  timeLimit?: number | undefined
  /** Default: the thread that stems by the rules of each language. */
  script?: URL | undefined
}

/** The largest file takes half a minute on an idle processor. */
const TIME_LIMIT = 120_000
/** A large file needs several times its size. */
const MEMORY = { heap: 1_024, buffers: 512 }

/** One thread for each script: whoever indexes reads one file after the other. */
const pools = new Map<string, ThreadPool<IndexJob, PieceContent | ReadRows>>()

function poolOf(script: URL): ThreadPool<IndexJob, PieceContent | ReadRows> {
  const pool = pools.get(script.href) ?? new ThreadPool({ script, threads: 1, memory: MEMORY })
  pools.set(script.href, pool)
  return pool
}

/**
 * Reads in a thread, and makes the rows of an index there: parsers work without a pause, unpack far more than they are
 * given, or leave rejections that nobody handles, which would end the process. A thread can be stopped, and dies alone.
 * What it cannot read in time is a problem; of several lines or documents, only those are left out that it cannot read.
 * @throws the signal's reason when aborted
 */
export async function readRows(job: Omit<IndexJob, 'as'>, options: IndexJobOptions): Promise<ReadRows> {
  const parts = await readParts<ReadRows>({ ...job, as: 'rows' } as IndexJob, options, noRows)
  return { rows: parts.flatMap(({ rows }) => rows), problems: parts.flatMap(({ problems }) => problems) }
}

/** Reads a piece of a file in a thread, as `readRows` does, and gives its documents. */
export async function readDrafts(piece: FilePiece, options: IndexJobOptions): Promise<PieceContent> {
  const parts = await readParts<PieceContent>({ piece, as: 'drafts' }, options, noDrafts)
  return { documents: parts.flatMap(({ documents }) => documents), problems: parts.flatMap(({ problems }) => problems) }
}

const noRows = (problem: string): ReadRows => ({ rows: [], problems: [problem] })
const noDrafts = (problem: string): PieceContent => ({ documents: [], problems: [problem] })

async function readParts<Answer>(
  job: IndexJob,
  options: IndexJobOptions,
  none: (problem: string) => Answer,
): Promise<Answer[]> {
  const { signal, timeLimit = TIME_LIMIT, script = threadScript(import.meta.url, 'index-thread') } = options
  try {
    return [(await poolOf(script).run(job, { signal, ms: timeLimit })) as Answer]
  } catch (error) {
    if (!(error instanceof ThreadFailure)) throw error
    const parts = partsOf(job)
    if (parts.length <= 1) return [none(`${nameOf(job)}${error.message}`)]
    const answers: Answer[][] = []
    for (const part of parts) answers.push(await readParts(part, options, none))
    return answers.flat()
  }
}

/** Each line or document by itself. */
function partsOf(job: IndexJob): IndexJob[] {
  if ('drafts' in job) return job.drafts.map((draft) => ({ ...job, drafts: [draft] }))
  const { piece } = job
  return isLines(piece) ? [...linesIn(piece)].map((line) => ({ ...job, piece: { ...piece, ...line } })) : []
}

/** What a problem is said of, where that is not the file itself. */
function nameOf(job: IndexJob): string {
  if ('drafts' in job) return job.drafts.map(({ title }) => `"${title.slice(0, LONGEST_NAME)}" `).join('')
  return isLines(job.piece) ? `line ${job.piece.line} ` : ''
}

/** UTF-16 units of a title in a line for the operator. */
const LONGEST_NAME = 80

function isLines(piece: FilePiece): piece is FilePiece & LinePiece {
  return piece.line !== undefined
}
