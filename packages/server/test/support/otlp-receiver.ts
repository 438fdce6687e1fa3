import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** A span as it came over the wire. Ids are hexadecimal; a parent or a link that is not there is undefined. */
export interface ReceivedSpan {
  traceId: string
  spanId: string
  parent: string | undefined
  name: string
  attributes: Record<string, string | number | bigint>
  /** The traces that it is linked to. */
  links: string[]
  failed: boolean
}

export interface OtlpReceiver {
  url: string
  /** The resource's attributes of the last message. */
  resource: Record<string, unknown>
  headers: Record<string, unknown>
  paths: string[]
  spans: ReceivedSpan[]
}

/** Receives traces as a collector does: OTLP over HTTP, as protobuf. It ends with the test. */
export async function startOtlpReceiver(): Promise<OtlpReceiver> {
  const receiver: OtlpReceiver = { url: '', resource: {}, headers: {}, paths: [], spans: [] }
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    receiver.paths.push(request.url ?? '')
    receiver.headers = request.headers
    for (const resourceSpans of all(Buffer.concat(chunks), 1)) {
      receiver.resource = attributesOf(all(one(resourceSpans, 1), 1))
      for (const scope of all(resourceSpans, 2)) receiver.spans.push(...all(scope, 2).map(toSpan))
    }
    response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return receiver
}

function toSpan(span: Buffer): ReceivedSpan {
  const hex = (field: number) => one(span, field).toString('hex')
  return {
    traceId: hex(1),
    spanId: hex(2),
    parent: hex(4) || undefined,
    name: one(span, 5).toString(),
    attributes: attributesOf(all(span, 9)),
    links: all(span, 13).map((link) => one(link, 1).toString('hex')),
    failed: varints(one(span, 15), 3)[0] === 2n,
  }
}

function attributesOf(pairs: readonly Buffer[]): Record<string, string | number | bigint> {
  return Object.fromEntries(
    pairs.map((pair) => {
      const value = one(pair, 2)
      return [one(pair, 1).toString(), varints(value, 3)[0] ?? one(value, 1).toString()]
    }),
  )
}

const one = (message: Buffer, field: number) => all(message, field)[0] ?? Buffer.alloc(0)

/** The parts of a protobuf message that have a number and are bytes: strings and messages. */
function all(message: Buffer, field: number): Buffer[] {
  return fieldsOf(message).flatMap(([number, value]) => (number === field && typeof value === 'object' ? [value] : []))
}

function varints(message: Buffer, field: number): bigint[] {
  return fieldsOf(message).flatMap(([number, value]) => (number === field && typeof value === 'bigint' ? [value] : []))
}

/** The fields of a protobuf message, by the encoding that its documentation describes. */
function fieldsOf(message: Buffer): [number, bigint | Buffer][] {
  const fields: [number, bigint | Buffer][] = []
  let at = 0
  const varint = () => {
    let value = 0n
    for (let shift = 0n; ; shift += 7n) {
      const byte = message.readUInt8(at)
      at += 1
      value |= BigInt(byte & 127) << shift
      if (byte < 128) return value
    }
  }
  const bytes = (length: number) => {
    at += length
    return message.subarray(at - length, at)
  }
  while (at < message.length) {
    const tag = Number(varint())
    const type = tag & 7
    const value = type === 0 ? varint() : bytes(type === 2 ? Number(varint()) : type === 1 ? 8 : 4)
    fields.push([tag >> 3, value])
  }
  return fields
}
