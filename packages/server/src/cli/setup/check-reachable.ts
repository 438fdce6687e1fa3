import { once } from 'node:events'
import { connect } from 'node:net'

interface Server {
  /** The setting that names the server. */
  variable: string
  url: string | undefined
  /** Where the server is, unless its URL says it. Default: that of http or https. */
  port?: number
}

/** How long a server may take to accept a connection, in milliseconds. */
const PATIENCE = 5_000

/** Opens a connection to the server that a setting names. It sends nothing, so it says nothing about users or keys. */
export async function checkReachable({ variable, url, port }: Server, signal: AbortSignal): Promise<string> {
  if (url === undefined) return `not used; ${variable} is not set`
  const address = new URL(url)
  const host = address.hostname.replace(/^\[|\]$/g, '')
  const place = Number(address.port) || (port ?? (address.protocol === 'https:' ? 443 : 80))
  const socket = connect({ host, port: place })
  try {
    await once(socket, 'connect', { signal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE)]) })
    return `${host}:${place} accepts connections`
  } catch (error) {
    signal.throwIfAborted()
    const code = (error as NodeJS.ErrnoException).code ?? 'no reply'
    throw new Error(
      `${variable} names ${host}:${place}, which cannot be reached (${code}). Start it, or change ${variable}.`,
    )
  } finally {
    socket.destroy()
  }
}
