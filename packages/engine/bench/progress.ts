const INTERVAL = 1000

/** Tells on stderr how far something is: a line that is overwritten on a terminal, one now and then elsewhere. */
export function progressLine() {
  const { stderr } = process
  let shown = Number.NEGATIVE_INFINITY
  return {
    show(line: string): void {
      const now = performance.now()
      const pause = stderr.isTTY ? INTERVAL / 10 : INTERVAL * 10
      if (now - shown < pause) return
      shown = now
      stderr.write(stderr.isTTY ? `\r${line}\u001b[K` : `${line}\n`)
    },
    end(): void {
      if (stderr.isTTY) stderr.write('\r\u001b[K')
    },
  }
}
