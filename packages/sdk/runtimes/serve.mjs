import { createServer } from 'node:http'
import { ANSWERS } from './suite.mjs'

/** Starts the suite's service; `closed` resolves once a connection of that kind has been closed by the client. */
export async function serve() {
  const state = {}
  const closed = new Map()
  const closing = (path) => {
    if (!closed.has(path)) {
      const one = {}
      one.promise = new Promise((resolve) => {
        one.resolve = resolve
      })
      closed.set(path, one)
    }
    return closed.get(path)
  }
  const server = createServer((request, response) => {
    const path = request.url.split('/')[1]
    request.resume()
    response.on('close', () => closing(path).resolve())
    request.on('end', () => ANSWERS[path](response, state))
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    base: `http://127.0.0.1:${server.address().port}`,
    closed: (path) => closing(path).promise,
    close: () => {
      server.close()
      server.closeAllConnections?.()
    },
  }
}
