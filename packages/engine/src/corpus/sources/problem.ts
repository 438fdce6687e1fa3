/** An error nobody foresaw, as one line that names no path of the machine. */
export function reasonOf(error: unknown): string {
  if (error instanceof RangeError) return 'cannot be read: it is nested too deeply'
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') {
    return `cannot be read (${error.code})`
  }
  const reason = error instanceof Error ? error.message : String(error)
  return `cannot be read: ${reason.split('\n')[0] ?? ''}`
}
