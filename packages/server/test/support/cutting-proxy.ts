import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A port before a service that can break what goes through it. */
export interface CuttingProxy {
  url: string
  /** Bytes that came back from the service. */
  passed(): number
  /** Breaks every connection that is open. */
  cut(): void
  /** Passes nothing on any more, and breaks nothing. */
  fallSilent(): void
  /** Lets new connections through again. */
  speak(): void
  close(): Promise<void>
}

export async function startCuttingProxy(target: string): Promise<CuttingProxy> {
  const { hostname, port } = new URL(target)
  const open = new Set<Socket>()
  let bytes = 0
  let silent = false
  const server = createServer((client) => {
    const service = connect(Number(port), hostname)
    for (const socket of [client, service]) {
      open.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        open.delete(socket)
        client.destroy()
        service.destroy()
      })
    }
    service.on('data', (chunk) => {
      bytes += chunk.length
    })
    if (silent) return
    client.pipe(service)
    service.pipe(client)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const cut = () => {
    for (const socket of open) socket.destroy()
  }
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    passed: () => bytes,
    cut,
    fallSilent() {
      silent = true
      for (const socket of open) socket.unpipe().pause()
    },
    speak() {
      silent = false
    },
    async close() {
      const closed = once(server, 'close')
      server.close()
      cut()
      await closed
    },
  }
}
