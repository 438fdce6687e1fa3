/**
 * The database is no longer the one that this process opened: its files were removed or replaced. What is written from
 * now on would be lost, so nothing is, and the process has to end.
 */
export class StorageLostError extends Error {
  override readonly name = 'StorageLostError'
  /** The same on an error that crossed from another thread as its facts. */
  static readonly code = 'ERR_STORAGE_LOST'
  readonly code = StorageLostError.code
}
