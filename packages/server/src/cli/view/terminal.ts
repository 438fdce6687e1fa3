import { styleText } from 'node:util'

/** Where research is shown: styled and redrawn on a terminal, plain lines elsewhere. */
export interface Terminal {
  /** The length of a line in characters. */
  readonly width: number
  write(text: string): void
  line(text?: string): void
  /** Replaces the last status line; does nothing if the output is not a terminal. */
  status(text: string): void
  /** Styled text; as it is where `NO_COLOR` is set or the output is not a terminal. */
  style(format: Format, text: string): string
  /** Text that leads to an address, on terminals that can follow links. */
  link(text: string, url: string): string
}

export type Format = 'bold' | 'dim' | 'cyan' | 'green' | 'yellow'

/** What a terminal needs of a stream. `isTTY` and `columns` are undefined for a file or a pipe; some terminals have 0. */
export interface TerminalStream {
  write(text: string): unknown
  readonly isTTY?: boolean
  readonly columns?: number
}

/** Longer lines are tiring to read. */
const MOST_COLUMNS = 100
/** Narrower ones would hold less than most words. */
const LEAST_COLUMNS = 20

/** The terminal of an output stream. `colors` says whether its user wants colours. */
export function openTerminal(stream: TerminalStream, { colors }: { colors: boolean }): Terminal {
  const live = stream.isTTY === true
  const columns = Math.max(LEAST_COLUMNS, stream.columns || MOST_COLUMNS)
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
    width: Math.min(columns, MOST_COLUMNS),
    write,
    line: (text = '') => write(`${text}\n`),
    status(text) {
      if (!live) return
      clear()
      stream.write(text.slice(0, columns - 1))
      pending = text !== ''
    },
    style: (format, text) => (live && colors ? styleText(format, text, { validateStream: false }) : text),
    link: (text, url) => (live ? `\u001B]8;;${url}\u001B\\${text}\u001B]8;;\u001B\\` : text),
  }
}

/** Whether the environment asks for output without colours: https://no-color.org and terminals that have none. */
export function wantsColors({ NO_COLOR, TERM }: Record<string, string | undefined>): boolean {
  return !NO_COLOR && TERM !== 'dumb'
}
