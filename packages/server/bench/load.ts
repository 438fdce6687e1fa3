import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** What is asked where it does not matter. */
export const QUERY = 'How old do corals get?'

const BODY = JSON.stringify({ query: QUERY, reasoning_level: 'low' })

/** The bytes of a request with a key. */
export function requestWith(key: string): Buffer {
  const head = `POST /v1/research HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nX-API-Key: ${key}\r\n`
  return Buffer.from(`${head}Content-Length: ${BODY.length}\r\n\r\n${BODY}`)
}

/** Opens a connection that is used for many requests. */
export async function open(url: string): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  await once(socket, 'connect')
  return socket.setNoDelay(true)
}

/** Sends one request and resolves with the bytes of its response, which must arrive before anything else is sent. */
export function ask(socket: Socket, request: Buffer): Promise<string> {
  socket.write(request)
  return new Promise((resolve, reject) => {
    let text = ''
    const take = (chunk: Buffer) => {
      text += chunk.toString('latin1')
      const length = /content-length: (\d+)/i.exec(text)?.[1]
      const head = text.indexOf('\r\n\r\n')
      if (length === undefined || head < 0 || text.length < head + 4 + Number(length)) return
      socket.off('data', take).off('close', gone)
      resolve(text)
    }
    const gone = () => reject(new Error('the connection was closed'))
    socket.on('data', take).once('close', gone)
  })
}

/** Keeps all connections busy for some milliseconds, each with one request at a time; returns how many were answered. */
export async function flood(sockets: readonly Socket[], requests: readonly Buffer[], ms: number): Promise<number> {
  const [first] = sockets
  if (!first) return 0
  const { length } = await ask(first, requests[0] ?? Buffer.alloc(0))
  const until = performance.now() + ms
  const counts = await Promise.all(sockets.map((socket, at) => keepAsking(socket, requests, at, { length, until })))
  return counts.reduce((sum, count) => sum + count, 0)
}

function keepAsking(
  socket: Socket,
  requests: readonly Buffer[],
  at: number,
  { length, until }: { length: number; until: number },
): Promise<number> {
  let count = 0
  let missing = length
  let next = at * 31
  const send = () => {
    next += 1
    missing = length
    socket.write(requests[next % requests.length] ?? '')
  }
  return new Promise((resolve) => {
    const take = (chunk: Buffer) => {
      missing -= chunk.length
      if (missing > 0) return
      if (missing < 0) throw new Error('the answers differ in length')
      count += 1
      if (performance.now() < until) send()
      else {
        socket.off('data', take)
        resolve(count)
      }
    }
    socket.on('data', take)
    send()
  })
}
