import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { UserError } from '#kernel/user-error.ts'

interface Place {
  host: string
  port: number
  /** The setting of the port. Default: `PORT`. */
  variable?: string
}

/** @throws {@link UserError} if the system does not let a process listen on a host and a port now. */
export async function assertFree(place: Place): Promise<void> {
  const server = createServer()
  try {
    server.listen(place.port, place.host)
    await once(server, 'listening')
  } catch (error) {
    throw explain(error, place)
  } finally {
    server.close()
  }
}

function explain(error: unknown, { host, port, variable = 'PORT' }: Place): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE')
    return new UserError(`${variable} ${port} on ${host} is in use. Set ${variable} to a free port.`)
  if (code === 'EACCES')
    return new UserError(`${variable} ${port} needs more privileges. Set ${variable} to a port above 1023.`)
  if (code === 'ENOTFOUND' || code === 'EADDRNOTAVAIL')
    return new UserError(`HOST ${host} is not an address of this machine. Set HOST to one that is, such as 127.0.0.1.`)
  return error
}

/**
 * Listens on a host and a port.
 * @returns the URL, with the port on which it listens.
 * @throws {@link UserError} if the system does not let it.
 */
export async function listen(app: FastifyInstance, { host, port, variable = 'PORT' }: Place): Promise<string> {
  try {
    await app.listen({ host, port })
  } catch (error) {
    throw explain(error, { host, port, variable })
  }
  const address = app.server.address() as AddressInfo
  const name = address.family === 'IPv6' ? `[${address.address}]` : address.address
  return `http://${name}:${address.port}`
}
