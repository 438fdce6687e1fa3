/** An error nobody foresaw, as one line that names no path of the machine. */
export function reasonOf(error: unknown): string {
  if (error instanceof RangeError) return 'can not be read: it is nested too deeply'
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') {
    return `can not be read (${error.code})`
  }
  const reason = error instanceof Error ? error.message : String(error)
  return `can not be read: ${reason.split('\n')[0] ?? ''}`
}
