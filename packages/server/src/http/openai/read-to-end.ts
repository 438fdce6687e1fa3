import type { ServerResponse } from 'node:http'
import type { Feed } from '#jobs/ports.ts'

/**
 * Reads a feed to its end for a client that waits for the whole answer, and stops when the client leaves: as with a
 * stream, its research is then cancelled after a while. Returns `cut` if this process must not say how it ended.
 * @throws what loading an envelope throws.
 */
export async function readToEnd(
  response: ServerResponse,
  { feed, from, seated }: { feed: Feed; from: number; seated(): void },
  take: (envelope: string) => void,
): Promise<'ended' | 'gone' | 'cut'> {
  let wake = () => {}
  const watcher = { feedChanged: () => wake() }
  const left = () => wake()
  feed.watch(watcher)
  response.once('close', left)
  seated()
  try {
    let next = from
    for (;;) {
      if (response.destroyed) return 'gone'
      // A feed can end before the position that its reader has.
      if (feed.state === 'ended' && next >= feed.length) return 'ended'
      if (next < feed.length) {
        const envelope = feed.at(next)
        const envelopes = envelope === undefined ? await feed.load(next) : [envelope]
        for (const each of envelopes) take(each)
        next += envelopes.length
      } else if (feed.state === 'cut') return 'cut'
      else await new Promise<void>((resolve) => (wake = resolve))
    }
  } finally {
    feed.unwatch(watcher)
    response.off('close', left)
  }
}
