import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

/** What a raw server does with a connection, once a whole request has come. */
export interface Exchange {
  /** Bytes to send, one write each. */
  readonly say: readonly (string | Uint8Array)[]
  /** What then becomes of the connection. */
  readonly ending: 'end' | 'reset' | 'hold'
}

export interface RawServer {
  readonly url: string
  /** Sockets that are open now. */
  readonly sockets: ReadonlySet<Socket>
  close(): Promise<void>
}

/** Whether `text` is a whole request: its head, and as much body as that says. */
function isWhole(text: string): boolean {
  const end = text.indexOf('\r\n\r\n')
  if (end === -1) return false
  const [, length = '0'] = /content-length: (\d+)/i.exec(text) ?? []
  return Buffer.byteLength(text) >= end + 4 + Number(length)
}

/** A server that speaks no HTTP by itself: it sends what it is told to, byte by byte. */
export async function listenRaw({ say, ending }: Exchange, hasToBeAsked = true): Promise<RawServer> {
  const sockets = new Set<Socket>()
  async function answer(socket: Socket): Promise<void> {
    for (const bytes of say) {
      if (socket.destroyed) return
      await new Promise<unknown>((resolve) => socket.write(bytes, resolve))
    }
    if (ending === 'end') socket.end()
    else if (ending === 'reset') socket.resetAndDestroy()
  }
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => undefined)
    let received = ''
    let isAnswered = false
    const check = (): void => {
      if (isAnswered || (hasToBeAsked && !isWhole(received))) return
      isAnswered = true
      answer(socket)
    }
    socket.on('data', (bytes) => {
      received += bytes.toString('latin1')
      check()
    })
    check()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sockets,
    async close(): Promise<void> {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
