import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { makePrivate, PRIVATE } from './private-file.ts'
import { APPLICATION_ID, DROP, FORMER, SCHEMA, SCHEMA_VERSION } from './schema.ts'

/** How long a write waits for another process's batch, in milliseconds. A batch takes well under a second. */
const BUSY_TIMEOUT = 15_000

/** A larger file is not checked completely at every start; a damaged page is noticed when it is read. */
const CHECK_UP_TO = 256 * 1024 * 1024

/** An index that is made with one version of a stemmer. */
export interface IndexFile {
  indexFile: string
  /** Changes whenever the stemmer would give other terms: the index is then built anew. */
  stemVersion: string
}

/** Moves a file aside that is no index, as it may be somebody's data; tells whether there was one. */
export function moveForeign(file: string): boolean {
  if (!isForeign(file)) return false
  renameSync(file, freeName(`${file}.replaced`))
  removeIndexFile(file)
  return true
}

/** Removes an index and what SQLite keeps beside it. */
export function removeIndexFile(file: string): void {
  for (const suffix of ['', '-wal', '-shm', '-journal', SOUND]) rmSync(file + suffix, { force: true })
}

/** Whether SQLite says that the file itself is broken. */
export function isDamage(error: unknown): boolean {
  const { errstr } = Object(error)
  return errstr === MALFORMED || errstr === 'file is not a database'
}

/** What SQLite says of a file whose pages do not fit together. */
const MALFORMED = 'database disk image is malformed'

/**
 * Opens an index file, or creates it, for its owner alone. An index with another schema or stemmer is emptied. It retries, because SQLite may
 * refuse one of two processes that create a file at once instead of having it wait.
 * @throws an error that `isDamage` knows where the file is broken
 */
export async function openIndexFile({ indexFile, stemVersion }: IndexFile): Promise<DatabaseSync> {
  mkdirSync(dirname(indexFile), { recursive: true })
  makePrivate(indexFile)
  const late = performance.now() + BUSY_TIMEOUT
  for (;;) {
    try {
      return prepare(indexFile, stemVersion)
    } catch (error) {
      if (Object(error).errstr !== 'database is locked' || performance.now() > late) throw error
      await wait(50)
    }
  }
}

/** Opens an index for reading, as it is now: what another connection writes later is not seen. */
export function openSnapshot(file: string): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: BUSY_TIMEOUT, readOnly: true })
  // The first statement that reads fixes what the transaction sees.
  database.exec(`${FORMER}; BEGIN; SELECT count(*) FROM meta`)
  return database
}

function prepare(file: string, stemVersion: string): DatabaseSync {
  const sound = isKnownSound(file)
  const database = new DatabaseSync(file, { timeout: BUSY_TIMEOUT })
  try {
    // The mark is in the header before the journal becomes a WAL, so that another process sees at once whose file it is.
    if (pragma(database, 'application_id') !== APPLICATION_ID)
      database.exec(`PRAGMA application_id = ${APPLICATION_ID}`)
    // What is written stays in the log until a thread brings it into the file, as that waits for the disk.
    database.exec(
      'PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA temp_store = FILE; PRAGMA wal_autocheckpoint = 0',
    )
    database.exec('BEGIN IMMEDIATE')
    if (pragma(database, 'user_version') !== SCHEMA_VERSION || storedStemVersion(database) !== stemVersion) {
      database.exec(`${DROP}\n${SCHEMA}\nPRAGMA user_version = ${SCHEMA_VERSION}`)
      database.prepare("INSERT INTO meta VALUES ('stem', ?), ('generation', 0)").run(stemVersion)
    }
    database.exec(`COMMIT; ${FORMER}`)
    if (!sound) check(database)
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

/** A file beside the index that describes it when it was last found sound, so that a start need not check it again. */
const SOUND = '-sound'

/** Size and time of change; undefined while a part of the file is still in its log. */
function stateOf(file: string): string | undefined {
  const log = statSync(`${file}-wal`, { throwIfNoEntry: false })
  if (log !== undefined && log.size > 0) return undefined
  const found = statSync(file, { bigint: true, throwIfNoEntry: false })
  return found && `${found.size} ${found.mtimeNs}`
}

/** Records that an index that was just closed is sound. If that is not possible, the next start checks it. */
export function noteSound(file: string): void {
  try {
    const state = stateOf(file)
    if (state !== undefined) writeFileSync(file + SOUND, state, { mode: PRIVATE })
  } catch {}
}

function isKnownSound(file: string): boolean {
  try {
    return readFileSync(file + SOUND, 'utf8') === stateOf(file)
  } catch {
    return false
  }
}

function check(database: DatabaseSync): void {
  const bytes = Number(pragma(database, 'page_count')) * Number(pragma(database, 'page_size'))
  if (bytes > CHECK_UP_TO) return
  const { quick_check: verdict } = { ...database.prepare('PRAGMA quick_check(1)').get() }
  if (verdict !== 'ok') throw Object.assign(new Error('The index file is damaged.'), { errstr: MALFORMED })
}

function storedStemVersion(database: DatabaseSync): unknown {
  return database.prepare("SELECT value FROM meta WHERE key = 'stem'").get()?.['value']
}

function pragma(database: DatabaseSync, name: string): unknown {
  return database.prepare(`PRAGMA ${name}`).get()?.[name]
}

/** Whether there is a file that is not one of our indexes. An empty file contains nobody's data. */
function isForeign(file: string): boolean {
  if (!existsSync(file)) return false
  const header = Buffer.alloc(72)
  const descriptor = openSync(file, 'r')
  const length = readSync(descriptor, header, 0, header.length, 0)
  closeSync(descriptor)
  if (length === 0) return false
  const isSqlite = header.toString('latin1', 0, 16) === 'SQLite format 3\0'
  return !isSqlite || header.readUInt32BE(68) !== APPLICATION_ID
}

function freeName(wanted: string): string {
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? wanted : `${wanted}-${number}`
    if (!existsSync(name)) return name
  }
}
