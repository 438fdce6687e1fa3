import { APIError, DeepResearch, isUnknownEvent, type StreamEvent } from '@deep-research/sdk'
import { expect, it } from 'vitest'
import { clientOf, KEY, QUERY, rejection } from './client-of.ts'
import { envelope, errorBody, frames, HEAD, STREAM } from './wire.ts'

it('`id` is the service’s and `correlationId` the caller’s, wherever they are told', async () => {
  const told: unknown[] = []
  const keep = ({ id, requestId }: { id: unknown; requestId: unknown }) => told.push([id, requestId])
  const { client } = await clientOf((response) => void response.writeHead(200, HEAD).end(STREAM), {
    hooks: { onResponse: keep, onEnd: keep },
  })
  const stream = await client.stream(QUERY)
  expect([stream.id, stream.correlationId]).toEqual(['req_header', undefined])
  await stream.result()
  expect([stream.id, stream.correlationId]).toEqual(['req_header', 'req_test'])
  const { id, correlationId, eventCount } = stream.partial
  expect([id, correlationId, eventCount]).toEqual(['req_header', 'req_test', 5])
  expect(told).toEqual(Array(2).fill(['req_header', 'req_header']))
})

it('errors of streams tell both, and old names still answer', async () => {
  const { client } = await clientOf((response) => void response.writeHead(200, HEAD).end(frames(envelope('x', {}))))
  const error = await rejection(client.run(QUERY))
  expect(error).toMatchObject({ id: 'req_header', correlationId: 'req_test', requestId: 'req_header' })
  expect(error).toMatchObject({ partial: { events: 1, eventCount: 1, requestId: 'req_header' } })
  const { id, requestId } = await client
    .retrieve('r')
    .withResponse()
    .catch((refused) => refused)
  expect(requestId).toBe(id)
})

it('events of a later version are told apart by their type', () => {
  const event = envelope('research.other', {}) as unknown as StreamEvent
  expect([isUnknownEvent(event), isUnknownEvent(event, 'research.other'), isUnknownEvent(event, 'x')]).toEqual([
    true,
    true,
    false,
  ])
  expect(isUnknownEvent(envelope('research.failed', {}) as unknown as StreamEvent)).toBe(false)
})

it('the names that options had still work', async () => {
  const { client, server } = await clientOf((response) => void response.writeHead(429).end(errorBody('X')), {
    maxRetries: 0,
    maxResumes: 1,
    trustIdempotencyKey: true,
  })
  expect(await rejection(client.run(QUERY, { maxRetryAfterMs: 5 }))).toSatisfy(APIError.isInstance)
  expect(server.posts).toHaveLength(1)
  const given = { apiKey: KEY, baseURL: server.url }
  for (const [option, said] of [
    [{ retry: { limits: 1 } }, 'retry.limits'],
    [{ resume: 5 }, 'resume'],
    [{ retry: { unknownOutcome: 1 } }, 'true or false'],
    [{ maxResumes: -1 }, 'resume.limit'],
  ] as const) {
    expect(() => new DeepResearch({ ...given, ...(option as object) })).toThrow(said)
  }
})

it('withOptions() makes a client with another key and the same places', async () => {
  const keys: unknown[] = []
  let open = 0
  let most = 0
  const { client } = await clientOf(
    (response, { headers }) => {
      keys.push(headers['x-api-key'])
      open += 1
      most = Math.max(most, open)
      response.writeHead(200, HEAD)
      setTimeout(() => {
        open -= 1
        response.end(STREAM)
      }, 20)
    },
    { maxConcurrency: 1 },
  )
  const other = client.withOptions({ apiKey: 'dr_live_other', headers: { 'x-tenant': 'b' } })
  await Promise.all([client.run(QUERY), other.run(QUERY), client.run(QUERY)])
  expect(most).toBe(1)
  expect([...keys].sort()).toEqual([KEY, KEY, 'dr_live_other'].sort())
  expect(() => client.withOptions({ maxConcurrency: 2 } as object)).toThrow('maxConcurrency')
})
