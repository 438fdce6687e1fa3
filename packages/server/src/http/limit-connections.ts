import type { Server } from 'node:net'
import { callerOf, isLoopback, type TrustProxy } from '#kernel/address.ts'

/**
 * Closes connections of a caller beyond the limit; 0 sets no limit. Loopback addresses and trusted proxies are not
 * limited, because their address says nothing about the caller.
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
