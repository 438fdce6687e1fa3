/** What an error of the system, of SQLite or of the engine means for whoever operates the service. None of it repeats what a caller sent. */
const OF_CODE: Record<string, string> = {
  ENOSPC: 'the disk is full: free space',
  EDQUOT: 'the disk quota is used up: free space, or raise the quota',
  EROFS: 'the file system is read-only: mount it for writing',
  EACCES: 'the process may not use the file: change its owner or its rights',
  EMFILE: 'the process has too few file descriptors: raise its limit (ulimit -n, LimitNOFILE)',
  ENFILE: 'the machine has too few file descriptors: raise fs.file-max',
  MODEL_UNREACHABLE: 'the model cannot be reached: start its server, or look at LLM_BASE_URL with doctor',
  MODEL_KEY_REJECTED: 'the endpoint of the model rejects its key: set LLM_API_KEY to a valid one',
  MODEL_BARRED:
    'the endpoint of the model rejects its key, or its account is empty: set LLM_API_KEY to a valid one, or pay in',
  SEARCH_UNREACHABLE: 'no search provider answers: look at SEARCH and its variables with doctor',
  ERR_DATABASE_BUSY: 'the database is locked or too busy: another process holds its lock, or the disk is slow',
}

/** By the lowest byte of SQLite's result code. */
const OF_SQLITE: Record<number, string> = {
  5: 'the database is locked: another process holds its lock for too long',
  6: 'the database is locked: another connection holds a lock for too long',
  8: 'the database cannot be written: change its rights, or mount its disk for writing',
  10: 'the disk of the database fails to read or write: see the system’s log',
  11: 'the database file is damaged: stop the service, and restore a backup',
  13: 'the disk of the database is full: free space',
  14: 'the database file cannot be opened: look at its folder, its rights and the limit of file descriptors',
  26: 'the database file is not a database: stop the service, and restore a backup',
}

/** The meaning of an error in plain words; undefined if its codes say nothing to an operator. */
export function wordsFor(error: Error): string | undefined {
  const { code, errcode } = error as { code?: unknown; errcode?: unknown }
  if (typeof errcode === 'number') return OF_SQLITE[errcode & 0xff]
  return typeof code === 'string' ? OF_CODE[code] : undefined
}
