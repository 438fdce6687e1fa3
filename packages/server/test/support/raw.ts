import { connect } from 'node:net'

/** Sends bytes as they are and resolves with everything that came back until the server hung up. */
export function sendRaw(url: string, ...parts: (string | Uint8Array)[]): Promise<string> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname)
    let answer = ''
    socket.on('data', (chunk) => {
      answer += chunk
    })
    socket.on('close', () => resolve(answer))
    socket.on('error', (error) => (answer === '' ? reject(error) : resolve(answer)))
    for (const part of parts) socket.write(part)
  })
}

/** Status, headers by lower-case name, and body of a raw response. */
export function parseRaw(answer: string): { status: number; headers: Record<string, string>; body: string } {
  const [head = '', ...body] = answer.split('\r\n\r\n')
  const [line = '', ...headers] = head.split('\r\n')
  return {
    status: Number(line.split(' ')[1]),
    headers: Object.fromEntries(
      headers.map((header) => {
        const colon = header.indexOf(':')
        return [header.slice(0, colon).toLowerCase(), header.slice(colon + 1).trim()]
      }),
    ),
    body: body.join('\r\n\r\n'),
  }
}
