import type { Server } from 'node:net'
import { callerOf, isLoopback, type TrustProxy } from '#kernel/address.ts'

/**
 * Hangs up on connections of a caller beyond so many at once; 0 sets no limit. A loopback address is not limited: it
 * is a proxy's, and says nothing about the caller; no more is a trusted proxy's.
 */
export function limitConnections(server: Server, limit: number, trusted: TrustProxy = () => false): void {
  if (limit === 0) return
  const open = new Map<string, number>()
  server.on('connection', (socket) => {
    const { remoteAddress = '' } = socket
    if (isLoopback(remoteAddress) || trusted(remoteAddress)) return
    const caller = callerOf(remoteAddress)
    const count = (open.get(caller) ?? 0) + 1
    if (count > limit) {
      socket.destroy()
      return
    }
    open.set(caller, count)
    socket.once('close', () => {
      const left = (open.get(caller) ?? 1) - 1
      if (left > 0) open.set(caller, left)
      else open.delete(caller)
    })
  })
}
