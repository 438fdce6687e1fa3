import { once } from 'node:events'
import { createSecureServer, type Http2Session, type ServerHttp2Stream } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { Agent } from 'undici7'

// TLS by a key that both sides know needs no certificate; OpenSSL has it in 1.2 alone.
const TLS = { ciphers: 'PSK-AES128-GCM-SHA256', minVersion: 'TLSv1.2', maxVersion: 'TLSv1.2' } as const
const PSK = Buffer.alloc(16, 'shared')

/** What a server does with a request, once all of it has come. */
export type Act = (stream: ServerHttp2Stream, session: Http2Session) => void

export interface SecureServer {
  readonly url: string
  readonly dispatcher: Agent
  /** Requests that are open now. */
  readonly open: ReadonlySet<ServerHttp2Stream>
  close(): Promise<void>
}

/** A server of HTTP/2 over TLS, and the dispatcher that reaches it. */
export async function listenSecure(act: Act): Promise<SecureServer> {
  const open = new Set<ServerHttp2Stream>()
  const sessions = new Set<Http2Session>()
  const server = createSecureServer({ ...TLS, pskCallback: () => PSK })
  server.on('session', (session) => {
    sessions.add(session)
    session.on('error', () => undefined)
  })
  server.on('stream', (stream) => {
    open.add(stream)
    stream.on('close', () => open.delete(stream))
    stream.on('error', () => undefined)
    stream.resume().on('end', () => act(stream, stream.session as Http2Session))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const dispatcher = new Agent({
    allowH2: true,
    connect: {
      ...TLS,
      checkServerIdentity: () => undefined,
      pskCallback: () => ({ psk: PSK, identity: 'client' }),
    },
  })
  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    dispatcher,
    open,
    async close(): Promise<void> {
      await dispatcher.destroy()
      for (const session of sessions) session.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
