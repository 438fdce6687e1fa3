/** Whether `error` was caused by something with this code, as the errors of Node's `fetch` are. */
export function hasCauseCode(error: unknown, code: string): boolean {
  return (error as { cause?: { code?: unknown } } | undefined)?.cause?.code === code
}
