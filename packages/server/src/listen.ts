import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { UserError } from '#kernel/user-error.ts'

/**
 * Listens on a host and a port.
 * @returns the URL, with the port on which it listens.
 * @throws {@link UserError} if the system does not let it; `variable` is the setting of the port.
 */
export async function listen(
  app: FastifyInstance,
  { host, port, variable = 'PORT' }: { host: string; port: number; variable?: string },
): Promise<string> {
  try {
    await app.listen({ host, port })
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'EADDRINUSE')
      throw new UserError(`${variable} ${port} on ${host} is in use. Set ${variable} to a free port.`)
    if (code === 'EACCES')
      throw new UserError(`${variable} ${port} needs more privileges. Set ${variable} to a port above 1023.`)
    if (code === 'ENOTFOUND' || code === 'EADDRNOTAVAIL')
      throw new UserError(`HOST ${host} is not an address of this machine. Set HOST to one that is, such as 127.0.0.1.`)
    throw error
  }
  const address = app.server.address() as AddressInfo
  const name = address.family === 'IPv6' ? `[${address.address}]` : address.address
  return `http://${name}:${address.port}`
}
