/** Does works side by side, so many at once; they begin in order, and so are their results. */
export async function inTurns<Result>(works: readonly (() => Promise<Result>)[], atOnce: number): Promise<Result[]> {
  const results: Result[] = []
  const waiting = works.entries()
  const worker = async () => {
    for (const [at, work] of waiting) results[at] = await work()
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return results
}
