/** Runs several works side by side and yields what they tell as it comes. A failure ends all of them. */
export async function* interleave<Event>(
  works: readonly ((tell: (event: Event) => void, signal: AbortSignal) => Promise<void>)[],
  signal: AbortSignal,
): AsyncGenerator<Event, void> {
  const leaving = new AbortController()
  const inner = AbortSignal.any([signal, leaving.signal])
  let failure: { error: unknown } | undefined
  const told = new ReadableStream<Event>({
    start(queue) {
      const running = works.map((work) =>
        work((event) => queue.enqueue(event), inner).catch((error: unknown) => {
          failure ??= { error }
          leaving.abort(error)
        }),
      )
      void Promise.all(running).then(() => queue.close())
    },
  })
  try {
    // Works may still tell something after whoever reads has left.
    yield* told.values({ preventCancel: true })
    if (failure) throw failure.error
  } finally {
    leaving.abort()
  }
}
