/** Milliseconds between two looks of another client. */
const EVERY = 5

/** Looks at `/healthz` again and again, as another client does, and keeps how late the latest answer came. */
export function watchHealth(url: string) {
  let over = false
  let late = 0
  const watching = (async () => {
    while (!over) {
      const begun = performance.now()
      await (await fetch(`${url}/healthz`)).text()
      late = Math.max(late, performance.now() - begun)
      await new Promise((resolve) => setTimeout(resolve, EVERY))
    }
  })()
  return {
    /** Milliseconds of the latest answer since it was asked last. */
    take(): number {
      const taken = late
      late = 0
      return Math.round(taken)
    },
    async end(): Promise<void> {
      over = true
      await watching
    },
  }
}
