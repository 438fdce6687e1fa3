/** What a parent asks of a server that streams. */
export type Ticking =
  /** To send events for this long, so many over all streams. */
  | { milliseconds: number; eventsPerSecond: number }
  /** To bring each stream to another place, up to this many events on: what is done now and then falls together else. */
  | { spread: number }

/** Text of about the length of an answer's fragment, after the time it was made at. */
const FRAGMENT = ' of the reef, which grows some millimetres a year – '

/** Sends events to streams in turn, evenly over time. */
export interface Ticker {
  /** Adds a stream, which takes contents until it is taken out again. */
  add(send: (content: string) => void): () => void
  /** @returns how many events were sent. */
  tick(ticking: Ticking): Promise<number>
}

export function createTicker(): Ticker {
  const streams = new Set<(content: string) => void>()
  return {
    add(send) {
      streams.add(send)
      return () => streams.delete(send)
    },
    async tick(ticking) {
      const sends = [...streams]
      if ('spread' in ticking) return sends.reduce((sent, send, index) => sent + burst(send, index % ticking.spread), 0)
      const { milliseconds, eventsPerSecond } = ticking
      const begun = performance.now()
      const total = Math.floor((milliseconds / 1000) * eventsPerSecond)
      let sent = 0
      return new Promise((resolve) => {
        const timer = setInterval(() => {
          const due = Math.min(total, ((performance.now() - begun) / 1000) * eventsPerSecond)
          for (; sent < due; sent += 1) sends[sent % sends.length]?.(stamp() + FRAGMENT)
          if (sent < total) return
          clearInterval(timer)
          resolve(sent)
        }, 1)
      })
    },
  }
}

function burst(send: (content: string) => void, events: number): number {
  for (let event = 0; event < events; event += 1) send(stamp() + FRAGMENT)
  return events
}

/** Microseconds of a clock that all processes of the machine share. */
export function stamp(): string {
  return String(process.hrtime.bigint() / 1000n)
}
