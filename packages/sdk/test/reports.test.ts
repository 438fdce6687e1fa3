import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { DeepResearch, type DeepResearchOptions } from '@deep-research/sdk'
import { toHtml, toMarkdown, toSegments } from '@deep-research/sdk/citations'
import { build } from 'esbuild'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { ResearchResult } from '#contract/types.ts'
import { connectionPhase } from '../src/client/connection-phase.ts'
import { clientOf, KEY, QUERY, rejection } from './client-of.ts'
import { envelope, errorBody, frames, HEAD, RESULT, STREAM } from './wire.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})

const given: DeepResearchOptions = { apiKey: KEY, baseURL: 'https://example.com' }

describe('what was reported of clients like this one', () => {
  it('an error of another realm, as in Jest, tells whether something was sent', () => {
    const of = (code: string) =>
      runInNewContext(
        `new TypeError('fetch failed', { cause: Object.assign(new Error('x'), { code: '${code}', syscall: 'connect' }) })`,
      )
    expect(of('ECONNREFUSED')).not.toBeInstanceOf(Error)
    expect(connectionPhase(of('ECONNREFUSED'))).toBe('connect')
  })

  it.each([
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'SELF_SIGNED_CERT_IN_CHAIN',
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
    'CERT_HAS_EXPIRED',
    'ERR_TLS_CERT_ALTNAME_INVALID',
    'ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL',
    'ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE',
  ])('nothing was sent where the handshake failed: %s', async (code) => {
    const cause = Object.assign(new Error('handshake'), { code })
    const fetch = () => Promise.reject(new TypeError('fetch failed', { cause }))
    const error = await rejection(new DeepResearch({ ...given, fetch, retry: { limit: 0 } }).run(QUERY))
    expect(error).toMatchObject({ phase: 'connect', creditsCharged: 0, causeCode: code })
  })

  it('what a proxy answered stands in the message', async () => {
    const cause = Object.assign(new Error('Proxy response (407) !== 200 when HTTP Tunneling'), {
      code: 'UND_ERR_ABORTED',
    })
    const fetch = () => Promise.reject(new TypeError('fetch failed', { cause }))
    const error = await rejection(new DeepResearch({ ...given, fetch, retry: { limit: 0 } }).run(QUERY))
    expect(error).toMatchObject({ phase: 'connect', message: expect.stringContaining('407') })
  })

  it('neither JSON nor the log has metadata or texts of the service', async () => {
    const metadata = { customer: 'ACME-SECRET' }
    const error = { type: 't', code: 'RESEARCH_FAILED', message: 'About ACME-SECRET.' }
    const logged: unknown[] = []
    const log = (...told: unknown[]) => logged.push(JSON.stringify(told))
    const logger = { error: log, warn: log, info: log, debug: log }
    const { client } = await clientOf(
      (response, _, index) => {
        if (index > 0) return void response.writeHead(400).end(errorBody('INVALID_REQUEST', 't', 'ACME-SECRET is bad.'))
        response.writeHead(200, HEAD).end(frames(envelope('research.failed', { error, metadata })))
      },
      { logger, logLevel: 'debug' },
    )
    const failed = await rejection(client.run(QUERY))
    expect(failed).toMatchObject({ message: 'About ACME-SECRET.', event: { data: { metadata } } })
    expect(JSON.stringify(failed)).toContain('RESEARCH_FAILED')
    const refused = await rejection(client.run(QUERY))
    expect(JSON.stringify(refused)).toContain('INVALID_REQUEST')
    expect([JSON.stringify([failed, refused]), ...logged].join('\n')).not.toContain('ACME-SECRET')
    expect(JSON.parse(JSON.stringify(refused))).not.toHaveProperty('account')
  })

  it.each<[string, Parameters<typeof clientOf>[0], DeepResearchOptions]>([
    [
      'research.failed',
      (response) => void response.writeHead(200, HEAD).end(frames(envelope('research.failed', {}))),
      {},
    ],
    ['a stream that stops', (response) => void response.writeHead(200, HEAD).end(), {}],
    ['no JSON', (response) => void response.writeHead(200, HEAD).end('data: {\n\n'), {}],
    ['no answer in time', () => undefined, { timeoutMs: 20 }],
    ['a lost connection', (response) => void response.socket?.destroy(), {}],
  ])('the stack of an error has the line of whoever called: %s', async (_, behave, options) => {
    const { client } = await clientOf(behave, { ...options, retry: { limit: 0 } })
    async function whoCalled(): Promise<unknown> {
      return client.run(QUERY)
    }
    const error = (await rejection(whoCalled())) as Error
    expect(error.stack).toContain('whoCalled')
    expect(error.stack?.match(/whoCalled/g)).toHaveLength(1)
  })

  it('a fetch that gives nothing is a mistake of the caller', async () => {
    const fetch = (() => Promise.resolve(undefined)) as unknown as NonNullable<DeepResearchOptions['fetch']>
    expect(await rejection(new DeepResearch({ ...given, fetch }).run(QUERY))).toMatchObject({
      name: 'ConfigurationError',
    })
  })

  it('a worker of a page is a browser too', () => {
    vi.stubGlobal('WorkerNavigator', class {})
    expect(() => new DeepResearch(given)).toThrow('relay')
    vi.stubGlobal('Deno', {})
    expect(() => new DeepResearch(given)).not.toThrow()
  })

  it('the environment says how much is logged', async () => {
    const debug = vi.spyOn(console, 'debug').mockReturnValue()
    vi.stubEnv('DEEP_RESEARCH_LOG', 'debug')
    const { client } = await clientOf((response) => void response.writeHead(200, HEAD).end(STREAM))
    await client.run(QUERY)
    expect(debug).toHaveBeenCalled()
    debug.mockRestore()
    vi.stubEnv('DEEP_RESEARCH_LOG', 'loud')
    expect(() => new DeepResearch(given)).toThrow('DEEP_RESEARCH_LOG')
  })

  it('no module needs anything of the platform until it is used', async () => {
    for (const door of ['index', 'react/index', 'relay/index', 'citations/index', 'ai/index']) {
      const { outputFiles } = await build({
        entryPoints: [join(import.meta.dirname, `../src/${door}.ts`)],
        conditions: ['@deep-research/source'],
        bundle: true,
        write: false,
        format: 'cjs',
        platform: 'neutral',
        external: ['react'],
      })
      const module = { exports: {} }
      runInNewContext(outputFiles[0]?.text ?? 'throw 1', { module, require: () => ({}) })
      expect(Object.keys(module.exports).length, door).toBeGreaterThan(0)
    }
  })

  it('a result without citations, outside the specification, is rendered without any', () => {
    const bare = { answer: 'So.', answer_clean: 'So.' } as ResearchResult
    expect([toHtml(bare), toMarkdown(bare), toSegments(bare).length]).toEqual(['<p>So.</p>', 'So.', 1])
  })
})

describe('toMarkdown with `safe`', () => {
  const rendered = (answer: string) => {
    const result = { ...RESULT, answer, answer_clean: answer, citations: [], sources_summary: [] }
    return toMarkdown(result, { safe: true })
  }

  it.each([
    ['<script>alert(1)</script>', '&lt;script>alert(1)&lt;/script>'],
    ['<img src=x onerror=alert(1)>', '&lt;img src=x onerror=alert(1)>'],
    ['<!-- x', '&lt;!-- x'],
    ['[x](javascript:alert(1))', '[x]\\(javascript:alert(1))'],
    ['[x](java&#x73;cript:alert(1))', '[x]\\(java&#x73;cript:alert(1))'],
    ['[x]( javascript:alert(1))', '[x]\\( javascript:alert(1))'],
    ['[x](<javascript:alert(1)>)', '[x]\\(&lt;javascript:alert(1)>)'],
    ['[x]: javascript:alert(1)', '[x]\\: javascript:alert(1)'],
    ['<javascript:alert(1)>', '&lt;javascript:alert(1)>'],
    ['![x](https://example.com/pixel)', '!\\[x](https://example.com/pixel)'],
    ['[x](https://example.com) and 1 < 2', '[x](https://example.com) and 1 < 2'],
  ])('%s', (answer, markdown) => {
    expect(rendered(answer)).toBe(markdown)
  })

  it('also where a claim ends within a link', () => {
    const answer_clean = '[x](javascript:alert(1))'
    const [citation] = RESULT.citations
    if (citation === undefined) throw new Error('The result has no citation.')
    const cited = { ...citation, start_offset: 0, end_offset: 3, cited_text: '[x]' }
    const answer = '<cite id="cite_1">[x]</cite>(javascript:alert(1))'
    expect(toMarkdown({ ...RESULT, answer, answer_clean, citations: [cited] }, { safe: true })).toContain(
      '\\(javascript',
    )
  })

  it('leaves the answer as it is without it', () => {
    const answer = '<b>x</b>'
    expect(toMarkdown({ ...RESULT, answer, answer_clean: answer, citations: [], sources_summary: [] })).toBe(answer)
  })
})
