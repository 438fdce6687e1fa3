import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** What becomes of a message to PostgreSQL: its connection may break before it arrives, or before its answer does. */
export type Fate = 'pass' | 'lose request' | 'lose reply'

/** What a connection's transaction has said so far, and what it says now. */
export interface Said {
  /** SQL, and what else the protocol holds. */
  text: string
  /** Everything since the transaction began. */
  transaction: string
}

export interface StatementProxy {
  /** The database's URL by way of the proxy. */
  url: string
  close(): Promise<void>
}

/** A port before PostgreSQL that reads along and loses what it is told to lose. */
export async function startStatementProxy(database: string, decide: (said: Said) => Fate): Promise<StatementProxy> {
  const target = new URL(database)
  const open = new Set<Socket>()
  const server = createServer((client) => {
    const postgres = connect(Number(target.port), target.hostname)
    const hangUp = () => {
      client.destroy()
      postgres.destroy()
    }
    for (const socket of [client, postgres]) {
      open.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        open.delete(socket)
        hangUp()
      })
    }
    let transaction = ''
    let fate: Fate = 'pass'
    client.on('data', (bytes) => {
      const text = bytes.toString('latin1')
      transaction = text.includes('begin') ? '' : transaction + text
      fate = decide({ text, transaction })
      if (fate === 'lose request') hangUp()
      else postgres.write(bytes)
    })
    postgres.on('data', (bytes) => {
      // What answers has done what it was asked.
      if (fate === 'lose reply') hangUp()
      else client.write(bytes)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(database)
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    async close() {
      server.close()
      for (const socket of open) socket.destroy()
    },
  }
}
