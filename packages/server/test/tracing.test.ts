import { expect, it } from 'vitest'
import { startOtlpReceiver } from './support/otlp-receiver.ts'
import { ask, startTestService } from './support/service.ts'
import { readStream } from './support/stream.ts'

const CALLER = '0af7651916cd43dd8448eb211c80319c'

it('traces a request from its admission to its steps and its end, in the trace that its id names', async () => {
  const receiver = await startOtlpReceiver()
  const service = await startTestService({
    environment: {
      OTEL_EXPORTER_OTLP_ENDPOINT: `${receiver.url}/`,
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20secret',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
    },
  })
  const { key } = await service.join('pro')
  const response = await service.post(key, ask(), {
    headers: { traceparent: `00-${CALLER}-b7ad6b7169203331-01` },
  })
  const run = await service.engine.nextRun()
  run.tell({ type: 'tool_call.started', call: { tool_call_id: 'call_1', name: 'search', arguments: {}, iteration: 1 } })
  run.tell({
    type: 'tool_call.completed',
    call: { tool_call_id: 'call_1', name: 'search', status: 'ok', duration_ms: 7, result: {} },
  })
  run.complete()
  await readStream(response)
  await fetch(`${service.url}/healthz`)
  await service.close()
  const id = response.headers.get('x-request-id') ?? ''
  const { spans } = receiver
  const named = (name: string) => spans.find((span) => span.name === name)
  const root = named('POST /v1/research')
  expect(receiver.paths[0]).toBe('/v1/traces')
  expect(receiver.headers).toMatchObject({ authorization: 'Bearer secret', 'content-type': 'application/x-protobuf' })
  expect(receiver.resource).toMatchObject({ 'service.name': 'deep-research', 'deployment.environment.name': 'test' })
  expect(spans.map(({ name }) => name).toSorted()).toEqual([
    'POST /v1/research',
    'admission',
    'research',
    'search',
    'settle',
  ])
  expect(new Set(spans.map(({ traceId }) => `req_${traceId}`))).toEqual(new Set([id]))
  expect(root).toMatchObject({ parent: undefined, links: [CALLER], failed: false })
  for (const name of ['admission', 'research', 'settle']) expect(named(name)?.parent).toBe(root?.spanId)
  expect(named('search')?.parent).toBe(named('research')?.spanId)
  expect(named('admission')?.attributes).toMatchObject({
    'deep_research.request_id': id,
    'deep_research.outcome': 'admitted',
  })
  expect(JSON.stringify(spans, (_, value) => (typeof value === 'bigint' ? Number(value) : value))).not.toContain(
    'coral',
  )
})

it('marks what failed, and traces nothing of a request that is not in the share', async () => {
  const receiver = await startOtlpReceiver()
  const traced = { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${receiver.url}/elsewhere` }
  const service = await startTestService({ environment: traced })
  const { key } = await service.join('pro')
  const response = await service.post(key, ask())
  ;(await service.engine.nextRun()).fail(new Error('broken'))
  await readStream(response)
  await service.close()
  expect(receiver.paths).toContain('/elsewhere')
  expect(receiver.spans.find(({ name }) => name === 'research')?.failed).toBe(true)
  receiver.spans.length = 0
  const none = { ...traced, OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0' }
  const silent = await startTestService({ environment: none })
  await fetch(`${silent.url}/reference`)
  await silent.close()
  expect(receiver.spans).toEqual([])
})
