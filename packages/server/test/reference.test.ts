import { validate } from '@apidevtools/swagger-parser'
import { type ResearchResult, readResearchStream } from '@deep-research/sdk'
import { checkResult } from '@deep-research/sdk/citations'
import { ERRORS } from '@deep-research/sdk/contract'
import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { describe, expect, it } from 'vitest'
import { describeApi, type OpenApi } from '../src/reference/openapi.ts'
import { SAMPLE_RETRIEVED, sampleStream } from '../src/reference/samples.ts'
import { createScriptedEngine, toolCall } from './support/scripted-engine.ts'
import { ask, startTestService } from './support/service.ts'
import { readStream } from './support/stream.ts'

async function fetchApi(url: string): Promise<OpenApi> {
  const response = await fetch(`${url}/openapi.json`)
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8'])
  return (await response.json()) as OpenApi
}

/** Checks values against the description's schemas, as a program would that was made from it. */
function checkerOf(api: OpenApi): (name: string, value: unknown) => unknown {
  const ajv = new Ajv2020({ strict: false })
  formats.default(ajv)
  ajv.addSchema({ $id: 'api', components: api.components })
  return (name, value) => {
    const check = ajv.compile({ $ref: `api#/components/schemas/${name}` })
    return check(value) ? [] : check.errors
  }
}

describe('/openapi.json', () => {
  it('is OpenAPI 3.0, with every operation, code and schema', async () => {
    const api = await fetchApi((await startTestService()).url)
    const { valid, errors } = await new Validator().validate({ ...api })
    expect({ valid, errors }).toEqual({ valid: true, errors: undefined })
    expect(await validate(JSON.parse(JSON.stringify(api)))).toMatchObject({ openapi: '3.0.3' })
    expect(api.openapi).toMatch(/^3\.0\./)
    expect(Object.keys(api.paths)).toEqual(['/v1/research', '/v1/research/{id}'])
    const { responses } = api.paths['/v1/research']?.['post'] ?? { responses: {} }
    expect(Object.keys(responses)).toEqual(['200', '400', '401', '402', '404', '429', '502'])
  })

  it('says what each schema and each field is, and gives each object a name', async () => {
    const { schemas } = describeApi().components
    for (const [name, { description, properties = {} }] of Object.entries(schemas)) {
      expect([name, description]).toEqual([name, expect.stringMatching(/\.$/)])
      for (const [field, schema] of Object.entries(properties)) {
        expect([name, field, schema]).toEqual([
          name,
          field,
          expect.objectContaining({ description: expect.any(String) }),
        ])
        expect([name, field, schema]).not.toEqual([
          name,
          field,
          expect.objectContaining({ properties: expect.anything() }),
        ])
      }
    }
  })

  it('shows every event and every error, as the service could send them', () => {
    const api = describeApi()
    const check = checkerOf(api)
    const types = Object.values(api.components.schemas).flatMap(({ example }) => (example ? [example] : []))
    expect(types).toHaveLength(6)
    for (const example of types) expect(check('ResearchEvent', example)).toEqual([])
    const responses = Object.values(api.paths['/v1/research']?.['post']?.responses ?? {})
    const errors = responses.flatMap(({ content = {} }) => Object.entries(content['application/json']?.examples ?? {}))
    expect(errors.map(([code]) => code).sort()).toEqual(Object.keys(ERRORS).sort())
    for (const [code, { value }] of errors) {
      expect(check('Error', value)).toEqual([])
      expect(value).toMatchObject({ error: { code } })
    }
    expect(check('RetrievedResearch', SAMPLE_RETRIEVED)).toEqual([])
    expect(checkResult(SAMPLE_RETRIEVED.result as ResearchResult)).toEqual([])
  })

  it('shows streams that the client reads', async () => {
    const read = async (body: string) => {
      const headers = { 'content-type': 'text/event-stream' }
      const types: string[] = []
      for await (const { type } of readResearchStream(new Response(body, { headers }))) types.push(String(type))
      return types
    }
    expect(new Set(await read(sampleStream('research.completed'))).size).toBe(5)
    await expect(read(sampleStream('research.failed'))).rejects.toThrow('The credits were refunded.')
  })

  it('may be read by pages of any origin, and nothing else may', async () => {
    const { url } = await startTestService()
    const origins = async (path: string) => (await fetch(`${url}${path}`)).headers.get('access-control-allow-origin')
    expect([await origins('/openapi.json'), await origins('/reference'), await origins('/v1/research')]).toEqual([
      '*',
      null,
      null,
    ])
  })

  it('describes what the service sends', async () => {
    const engine = createScriptedEngine((run) => {
      run.tell({ type: 'thinking', content: 'Hm.' }, ...toolCall('call_1'))
      run.complete()
    })
    const service = await startTestService({ engine })
    const check = checkerOf(await fetchApi(service.url))
    const { key } = await service.join()
    const body = ask({ options: { include_thinking: true, include_tool_calls: true }, metadata: { a: 'b' } })
    expect(check('ResearchRequest', body)).toEqual([])
    const stream = await service.post(key, body)
    const { events } = await readStream(stream)
    const path = `${service.url}/v1/research/${stream.headers.get('x-request-id')}`
    const retrieved = await (await fetch(path, { headers: { 'x-api-key': key } })).json()
    expect(retrieved).toMatchObject({ status: 'completed', result: {} })
    expect(check('RetrievedResearch', retrieved)).toEqual([])
    expect(new Set(events.map(({ type }) => type)).size).toBe(5)
    for (const event of events) expect(check('ResearchEvent', event)).toEqual([])
    for (const [sent, wrong] of [
      [key, {}],
      [undefined, ask()],
    ] as const) {
      expect(check('Error', await (await service.post(sent, wrong)).json())).toEqual([])
    }
    expect(check('ResearchEvent', { ...events[0], type: 'research.other' })).not.toEqual([])
  })

  it.each([
    ['no query', {}],
    ['an empty query', { query: '' }],
    ['a long query', { query: '🪸'.repeat(10_001) }],
    ['another level', { query: 'q', reasoning_level: 'huge' }],
    ['a wrong id', { query: 'q', request_id: 'a b' }],
    [
      'too many notes',
      { query: 'q', metadata: Object.fromEntries(Array.from({ length: 17 }, (_, i) => [`k${i}`, ''])) },
    ],
    ['a long note', { query: 'q', metadata: { a: 'x'.repeat(513) } }],
    ['a flag that is none', { query: 'q', options: { include_thinking: 1 } }],
  ])('refuses %s, as the service does', async (_, body) => {
    const service = await startTestService()
    const { key } = await service.join()
    expect((await service.post(key, body)).status).toBe(400)
    expect(checkerOf(describeApi())('ResearchRequest', body)).not.toEqual([])
  })

  it('takes the longest query, as the service does', () => {
    expect(checkerOf(describeApi())('ResearchRequest', { query: '🪸'.repeat(10_000) })).toEqual([])
  })
})

describe('/reference', () => {
  it('is a page that looks like the others, and holds every operation and schema, with links that lead somewhere', async () => {
    const { url } = await startTestService()
    const response = await fetch(`${url}/reference`)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none'; script-src 'self'/)
    const html = await response.text()
    expect(html).toContain('style.css')
    expect(html).not.toMatch(/(src|href)="https?:|undefined|\[object/)
    const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids).toEqual(
      expect.arrayContaining([
        'research',
        'cancel',
        'cancelNamed',
        'retrieve',
        ...Object.keys(describeApi().components.schemas),
      ]),
    )
    for (const [, id] of html.matchAll(/href="#([^"]+)"/g)) expect(ids).toContain(id)
  })
})
