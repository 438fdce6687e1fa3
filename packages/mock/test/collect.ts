import { type Clock, createInstantClock, type Scenario, testApiKey } from '@deep-research/mock'
import { createMockService } from '../src/service.ts'

/** How a stream came out: what was written, write by write, and how the connection ended. */
export interface Collected {
  status: number
  headers: Readonly<Record<string, string>>
  writes: Uint8Array[]
  bytes: Uint8Array
  text: string
  end: 'closed' | 'torn' | 'hangs' | 'refused' | 'unreachable'
  /** Milliseconds by the mock's clock. */
  elapsed: number
}

export function request(body: object = {}, headers: Record<string, string> = {}): Request {
  return new Request('http://mock.test/v1/research', {
    method: 'POST',
    body: JSON.stringify({ query: 'Why?', ...body }),
    headers: { 'content-type': 'application/json', 'x-api-key': testApiKey(), ...headers },
  })
}

function join(writes: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(writes.flatMap((write) => [...write]))
}

type Service = ReturnType<typeof createMockService>

/** Plays a request to its end on a clock that never waits, or until a wait that has no end. */
export async function collectFrom(service: Service, clock: Clock, asked: Request): Promise<Collected> {
  const started = clock.now()
  const served = await service.handle(asked)
  const { reply } = served
  const left = new AbortController()
  await served.ready(left.signal)
  const head = {
    status: reply.kind === 'unreachable' ? 0 : reply.status,
    headers: reply.kind === 'unreachable' ? {} : reply.headers,
  }
  const writes: Uint8Array[] = []
  const done = (end: Collected['end'], text = new TextDecoder().decode(join(writes))): Collected => ({
    ...head,
    writes,
    bytes: join(writes),
    text,
    end,
    elapsed: clock.now() - started,
  })
  if (reply.kind === 'unreachable') return done('unreachable')
  if (reply.kind === 'whole') return done('refused', reply.body)
  const frames = served.frames(left.signal)
  for (;;) {
    const next = await Promise.race([frames.next(), new Promise<'hangs'>((resolve) => setImmediate(resolve, 'hangs'))])
    if (next === 'hangs') {
      left.abort()
      return done('hangs')
    }
    if (next.done === true) return done('closed')
    if (next.value.kind === 'tear') return done('torn')
    writes.push(next.value.bytes)
  }
}

export function collect(
  scenario: Scenario,
  body: object = {},
  headers: Record<string, string> = {},
): Promise<Collected> {
  const clock = createInstantClock()
  return collectFrom(createMockService({ scenario, clock }), clock, request(body, headers))
}
