/** The system's name for what went wrong, such as `ENOENT`. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

/** Describes an unforeseen error in one line, without any path of the machine. */
export function reasonOf(error: unknown): string {
  if (error instanceof RangeError) return 'cannot be read: it is nested too deeply'
  const reason = error instanceof Error ? error.message : String(error)
  const code = codeOf(error)
  return code === undefined ? `cannot be read: ${reason.split('\n')[0] ?? ''}` : `cannot be read (${code})`
}
