import { styleText } from 'node:util'

/** Where the demo writes: styled and redrawn on a terminal, plain lines elsewhere. */
export interface Terminal {
  /** Whether lines can be redrawn. */
  readonly live: boolean
  /** The length of a line in characters. */
  readonly width: number
  write(text: string): void
  line(text?: string): void
  /** Replaces the last status line; does nothing if the output is not a terminal. */
  status(text: string): void
  style(format: Format, text: string): string
}

export type Format = 'bold' | 'dim' | 'cyan' | 'green' | 'yellow'

const MOST_COLUMNS = 100

/** The terminal of a stream, by default the process's standard output. */
export function openTerminal(stream: NodeJS.WriteStream = process.stdout): Terminal {
  const live = stream.isTTY === true
  let pending = false
  const clear = () => {
    if (pending) stream.write('\r\u001B[2K')
    pending = false
  }
  const write = (text: string) => {
    clear()
    stream.write(text)
  }
  return {
    live,
    width: Math.min(stream.columns ?? MOST_COLUMNS, MOST_COLUMNS),
    write,
    line: (text = '') => write(`${text}\n`),
    status(text) {
      if (!live) return
      clear()
      stream.write(text.slice(0, Math.max(0, (stream.columns ?? MOST_COLUMNS) - 1)))
      pending = true
    },
    style: (format, text) => styleText(format, text, { stream }),
  }
}
