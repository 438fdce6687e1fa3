import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export interface Asked {
  method: string
  url: URL
  headers: IncomingMessage['headers']
  // biome-ignore lint/suspicious/noExplicitAny: a test looks at what it sent itself.
  body: any
}

/** `never`: takes the request and says nothing. */
export type Reply =
  | { status?: number; headers?: Record<string, string>; json?: unknown; text?: string }
  | 'never'
  | 'cut'

/** A search service on loopback that replies what the test says, and remembers what it was asked. */
export async function scriptedService(reply: (asked: Asked, count: number) => Reply) {
  const asked: Asked[] = []
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk) => {
      text += chunk
    })
    request.on('end', () => {
      const one: Asked = {
        method: request.method ?? '',
        url: new URL(request.url ?? '/', 'http://service'),
        headers: request.headers,
        body: text === '' ? undefined : JSON.parse(text),
      }
      asked.push(one)
      const answer = reply(one, asked.length)
      if (answer === 'never') return
      if (answer === 'cut') return void response.destroy()
      const { status = 200, headers = {}, json, text: plain } = answer
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(plain ?? JSON.stringify(json))
    })
  })
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return { asked, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}
