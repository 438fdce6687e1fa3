import { ThreadFailure } from '#threads/failure.ts'
import { ThreadPool } from '#threads/thread-pool.ts'
import { threadScript } from '#threads/thread-script.ts'
import { type LinePiece, linesIn } from '../readers/lines.ts'
import type { DocumentDraft, FilePiece, PieceContent } from '../types.ts'

/** What is read: a piece of a file, or documents as their source made them. */
export type Readable = { piece: FilePiece } | { drafts: DocumentDraft[] }

/** What a thread is to do: read, and give rows of the index or documents, or bring an index's log into its file. */
export type IndexJob = { rows: readonly Readable[] } | { drafts: FilePiece } | { checkpoint: string }

/** What it answers: rows of each, documents, or nothing. */
export type IndexAnswer = ReadRows[] | PieceContent | undefined

/** Rows of documents, and what could not be read. */
export interface ReadRows {
  /** Lists of `DocumentRows`, each serialised: what a large document needs is unpacked a part at a time. */
  rows: Uint8Array[]
  problems: string[]
  /** What is wrong with that which could be read. Default: nothing. */
  warnings?: string[]
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
/** A large file needs several times its size; the documents of a piece of a file fit into what was just made. */
const MEMORY = { heap: 1_024, buffers: 512, young: 48 }

/** Milliseconds without work, once nobody holds the thread: what it takes is soon needed for questions. */
const IDLE = 500

/** One thread for each script: reading in several would take what questions need. */
type Pool = ThreadPool<IndexJob, IndexAnswer>
const pools = new Map<string, Pool>()

function poolOf(script = threadScript(import.meta.url, 'index-thread')): Pool {
  const pool = pools.get(script.href) ?? new ThreadPool({ script, threads: 1, memory: MEMORY, idle: IDLE })
  pools.set(script.href, pool)
  return pool
}

/**
 * Keeps the thread until the function that it gives is called. While a large document is written, nothing is read, and a
 * new thread would compile all of its code again.
 */
export function holdThread(script?: URL): () => void {
  return poolOf(script).hold()
}

/**
 * Reads in a thread, and makes the rows of an index there, for each of what is given: parsers work without a pause, unpack far
 * more than they are given, or leave rejections that nobody handles, which would end the process. A thread can be stopped, and
 * dies alone. What it cannot read in time is a problem; of several files, lines or documents, only those are left out that it
 * cannot read.
 * @throws the signal's reason when aborted
 */
export async function readRows(all: readonly Readable[], options: IndexJobOptions): Promise<ReadRows[]> {
  const read = async (some: readonly Readable[]) => (await run({ rows: some }, options)) as ReadRows[]
  try {
    if (all.length > 1) return await read(all)
  } catch (error) {
    if (!(error instanceof ThreadFailure)) throw error
  }
  const answers: ReadRows[] = []
  for (const each of all) {
    const parts = (await readParts(each, (part) => read([part]), noRows)).flat()
    answers.push({ rows: parts.flatMap(({ rows }) => rows), ...complaintsOf(parts) })
  }
  return answers
}

/** Reads a piece of a file in a thread, as `readRows` does, and gives its documents. */
export async function readDrafts(piece: FilePiece, options: IndexJobOptions): Promise<PieceContent> {
  const read = async (part: Readable) =>
    'piece' in part ? ((await run({ drafts: part.piece }, options)) as PieceContent) : noDrafts('')
  const parts = await readParts({ piece }, read, noDrafts)
  return { documents: parts.flatMap(({ documents }) => documents), ...complaintsOf(parts) }
}

function complaintsOf(parts: readonly Pick<PieceContent, 'problems' | 'warnings'>[]) {
  return {
    problems: parts.flatMap(({ problems }) => problems),
    warnings: parts.flatMap(({ warnings = [] }) => warnings),
  }
}

/**
 * Brings what was written to an index from its log into its file, in a thread: that waits for the disk.
 * @throws {ThreadFailure} where it could not be done: what is written stays in the log
 */
export async function checkpoint(indexFile: string, { signal, script }: IndexJobOptions): Promise<void> {
  await run({ checkpoint: indexFile }, { signal, script })
}

function run(job: IndexJob, { signal, timeLimit = TIME_LIMIT, script }: IndexJobOptions): Promise<IndexAnswer> {
  return poolOf(script).run(job, { signal, ms: timeLimit })
}

const noRows = (problem: string): ReadRows[] => [{ rows: [], problems: [problem] }]
const noDrafts = (problem: string): PieceContent => ({ documents: [], problems: [problem] })

/** Reads something, and at need its parts by themselves. */
async function readParts<Answer>(
  readable: Readable,
  read: (part: Readable) => Promise<Answer>,
  none: (problem: string) => Answer,
): Promise<Answer[]> {
  try {
    return [await read(readable)]
  } catch (error) {
    if (!(error instanceof ThreadFailure)) throw error
    const parts = partsOf(readable)
    if (parts.length <= 1) return [none(`${nameOf(readable)}${error.message}`)]
    const answers: Answer[][] = []
    for (const part of parts) answers.push(await readParts(part, read, none))
    return answers.flat()
  }
}

/** Each line or document by itself. */
function partsOf(readable: Readable): Readable[] {
  if ('drafts' in readable) return readable.drafts.map((draft) => ({ drafts: [draft] }))
  const { piece } = readable
  return isLines(piece) ? [...linesIn(piece)].map((line) => ({ piece: { ...piece, ...line } })) : []
}

/** What a problem is said of, where that is not the file itself. */
function nameOf(readable: Readable): string {
  if ('drafts' in readable) return readable.drafts.map(({ title }) => `"${title.slice(0, LONGEST_NAME)}" `).join('')
  return isLines(readable.piece) ? `line ${readable.piece.line} ` : ''
}

/** UTF-16 units of a title in a line for the operator. */
const LONGEST_NAME = 80

function isLines(piece: FilePiece): piece is FilePiece & LinePiece {
  return piece.line !== undefined
}
