import { type DestinationStream, pino } from 'pino'

/** Once this many characters are waiting, they are written at once. */
const MOST = 8_192

/**
 * Writes all log lines of one turn of the event loop together, because a separate write costs more than the line
 * itself.
 */
export function gather(descriptor: number): DestinationStream {
  const output = pino.destination({ dest: descriptor, sync: true })
  let held = ''
  let due = false
  // The built-in flush would wait for the disk in every turn.
  const flush = () => {
    due = false
    if (held === '') return
    const lines = held
    held = ''
    output.write(lines)
  }
  process.once('exit', () => {
    flush()
    output.flushSync()
  })
  return {
    write(line) {
      held += line
      if (held.length >= MOST) flush()
      else if (!due) {
        due = true
        setImmediate(flush)
      }
    },
  }
}
