import type { IncomingMessage } from 'node:http'

/** The result of reading a body: its bytes, or why there are none. */
export type ReadBody = { bytes: Uint8Array } | 'too-large' | 'gone'

/** Reads a body of at most `limit` bytes; if it is longer, reading stops there. */
export function readBody(request: IncomingMessage, limit: number): Promise<ReadBody> {
  if (Number(request.headers['content-length'] ?? 0) > limit) return Promise.resolve('too-large')
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let length = 0
    const finish = (body: ReadBody) => {
      request.off('data', take).off('end', end).off('close', gone).off('error', gone)
      resolve(body)
    }
    const take = (chunk: Buffer) => {
      length += chunk.length
      if (length <= limit) chunks.push(chunk)
      else {
        request.pause()
        finish('too-large')
      }
    }
    const end = () => finish({ bytes: Buffer.concat(chunks) })
    const gone = () => finish('gone')
    request.on('data', take).on('end', end).on('close', gone).on('error', gone)
  })
}
