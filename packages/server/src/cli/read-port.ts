import { InvalidArgumentError } from 'commander'

/** Reads the port that an option names; throws what commander tells as a mistake of the caller. */
export function readPort(text: string): number {
  const port = Number(text)
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port
  throw new InvalidArgumentError('Expected a port from 0 to 65535.')
}
