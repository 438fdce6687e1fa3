import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'

export const KEY = 'sk-hosted-secret-key'

/** Pages by their host and path; each is a text of paragraphs. */
export type ScriptedPages = Readonly<Record<string, string>>

/** Any address of the public internet: nothing is ever sent there. */
const PUBLIC = '93.184.215.14'

/** A web of some pages on loopback: every name has a public address, and a connection to that is led to one local server. */
export async function webOf(pages: ScriptedPages) {
  const read: string[] = []
  const server = createServer((request, response) => {
    const key = `${request.headers.host}${request.url?.replace(/\?.*/, '')}`
    const text = pages[key]
    if (!key.endsWith('robots.txt')) read.push(key)
    if (text === undefined) return void response.writeHead(404, { 'content-type': 'text/plain' }).end()
    const body = text.split('\n\n').map((each) => `<p>${each}</p>`)
    response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      .end(`<title>${key}</title><main>${body.join('\n')}</main>`)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return {
    read,
    reach: {
      resolve: async (): Promise<readonly string[]> => [PUBLIC],
      dial: () => connect({ host: '127.0.0.1', port }),
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
