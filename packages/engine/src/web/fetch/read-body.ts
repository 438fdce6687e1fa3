import type { IncomingMessage } from 'node:http'
import { pipeline, type Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { boundedBody } from '#http/bounded-body.ts'
import { FetchFailure } from './failure.ts'

export interface BodyLimits {
  /** Bytes, after decompression. */
  bytes: number
  /** How many times its size a compressed body may grow. */
  ratio: number
}

/** Below this size no ratio is suspicious: a short page may well repeat itself. */
const SMALL = 256 * 1024

const DECODERS: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
}

/**
 * Reads a response's body, decompressed, and stops at the first limit that it passes.
 * @throws {FetchFailure} `too_large`, or `unreadable` for what cannot be decompressed
 */
export async function readBody(response: IncomingMessage, { bytes, ratio }: BodyLimits): Promise<Uint8Array> {
  const encoding = (response.headers['content-encoding'] ?? 'identity').trim().toLowerCase()
  const decoder = DECODERS[encoding]?.()
  if (!decoder && encoding !== 'identity' && encoding !== '') {
    response.destroy()
    throw new FetchFailure('unreadable', 'is compressed in a way that was not asked for')
  }
  const tooLarge = () => new FetchFailure('too_large', `is larger than ${bytes} bytes`)
  if (Number(response.headers['content-length']) > bytes) {
    response.destroy()
    throw tooLarge()
  }
  let arrived = 0
  response.on('data', (chunk: Uint8Array) => {
    arrived += chunk.length
  })
  const body = decoder ? pipeline(response, decoder, () => {}) : response
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of boundedBody(body as AsyncIterable<Uint8Array>, bytes, tooLarge)) {
      size += chunk.length
      if (decoder && size > SMALL && size > ratio * arrived) {
        throw new FetchFailure('too_large', `grows more than ${ratio} times when it is decompressed`)
      }
      chunks.push(chunk)
    }
  } catch (error) {
    const broken = error instanceof Error && 'code' in error && /^(Z_|ERR_BROTLI|ERR__ERROR)/.test(String(error.code))
    if (broken) throw new FetchFailure('unreadable', 'is not compressed as it says', { cause: error })
    throw error
  } finally {
    response.destroy()
    decoder?.destroy()
  }
  return Buffer.concat(chunks)
}
