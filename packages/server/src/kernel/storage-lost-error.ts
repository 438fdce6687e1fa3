/**
 * The database is no longer the one that this process opened: its files were removed or replaced. What is written from
 * now on would be lost, so nothing is written any more, and the process has to end.
 */
export class StorageLostError extends Error {
  override readonly name = 'StorageLostError'
  /** Tells such an error also where only its message and its code came from another thread. */
  static readonly code = 'ERR_STORAGE_LOST'
  readonly code = StorageLostError.code
}
