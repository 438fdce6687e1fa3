import type { DestinationStream } from 'pino'

const LEVELS: Record<number, string> = { 10: 'trace', 20: 'debug', 30: 'info', 40: 'warn', 50: 'error', 60: 'fatal' }

/** Turns the log's JSON lines into lines for people: time, level, message, facts. */
export function readable(output: { write(text: string): unknown }): DestinationStream {
  return {
    write(line) {
      const { time, level, msg, ...facts } = JSON.parse(line) as Record<string, unknown>
      const words = Object.entries(facts).map(([name, value]) => `${name}=${word(value)}`)
      output.write(`${[String(time).slice(11, 19), LEVELS[Number(level)] ?? level, msg, ...words].join(' ')}\n`)
    },
  }
}

function word(value: unknown): string {
  return typeof value === 'string' && !/\s/.test(value) ? value : JSON.stringify(value)
}
