/** Runs several generators concurrently and yields their values as they come. A failure ends all of them. */
export async function* interleave<Event>(
  works: readonly ((tell: (event: Event) => void, signal: AbortSignal) => Promise<void>)[],
  signal: AbortSignal,
): AsyncGenerator<Event, void> {
  const leaving = new AbortController()
  const inner = AbortSignal.any([signal, leaving.signal])
  const told: Event[] = []
  let wake = () => {}
  const tell = (event: Event) => {
    told.push(event)
    wake()
  }
  let running = works.length
  let failure: { error: unknown } | undefined
  for (const work of works) {
    work(tell, inner)
      .catch((error: unknown) => {
        failure ??= { error }
        leaving.abort(error)
      })
      .finally(() => {
        running -= 1
        wake()
      })
  }
  try {
    while (running > 0 || told.length > 0) {
      const event = told.shift()
      if (event !== undefined) yield event
      else {
        const { promise, resolve } = Promise.withResolvers<void>()
        wake = resolve
        await promise
      }
    }
    if (failure) throw failure.error
  } finally {
    leaving.abort()
  }
}
