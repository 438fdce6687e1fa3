/** Whether `error` was caused by something with this code, as what Node's `fetch` rejects with is. */
export function hasCauseCode(error: unknown, code: string): boolean {
  return (error as { cause?: { code?: unknown } } | undefined)?.cause?.code === code
}
