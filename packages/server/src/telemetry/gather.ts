import { type DestinationStream, pino } from 'pino'

/** Characters that are not held back any longer. */
const MOST = 8_192

/** Writes the lines of a turn of the event loop to a file descriptor at once: each write of its own costs more than its line. */
export function gather(descriptor: number): DestinationStream {
  const output = pino.destination({ dest: descriptor, sync: true, minLength: MOST })
  let due = false
  const flush = () => {
    due = false
    output.flushSync()
  }
  process.once('exit', flush)
  return {
    write(line) {
      output.write(line)
      if (due) return
      due = true
      setImmediate(flush)
    },
  }
}
