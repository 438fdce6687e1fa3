import { sent } from '#depth/sent.ts'

/** The works, the last of which begins after something else, or once the others are done, so that it is not held up for long. */
export function lastAfter(before: Promise<void>, works: readonly (() => Promise<void>)[]): (() => Promise<void>)[] {
  const last = works.at(-1)
  if (!last) return []
  const others = works.slice(0, -1).map((work) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    return { over: promise, work: () => work().finally(resolve) }
  })
  const areOver = Promise.all(others.map(({ over }) => over))
  const lastly = async () => {
    await (others.length > 0 ? Promise.race([before, areOver]) : before)
    // A call that it comes after is on its way first.
    await sent()
    await last()
  }
  return [...others.map(({ work }) => work), lastly]
}
