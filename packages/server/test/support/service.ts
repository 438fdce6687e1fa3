import type { ReasoningLevel, ResearchRequest, Tier } from '@deep-research/sdk/contract'
import { onTestFinished } from 'vitest'
import { createPasswordHasher } from '../../src/accounts/password.ts'
import { readSettings, type Service, type ServiceOptions, startService } from '../../src/index.ts'
import { createScriptedEngine, type ScriptedEngine } from './scripted-engine.ts'

export interface TestService extends Service {
  engine: ScriptedEngine
  /** A new account's id and a key of it. */
  join(tier?: Tier): Promise<{ account: string; key: string; keyId: string }>
  post(key: string | undefined, body: unknown, init?: RequestInit): Promise<Response>
}

export interface TestServiceOptions extends ServiceOptions {
  /** What `openEngine` gives by default. */
  engine?: ScriptedEngine
  environment?: Record<string, string>
  /** Whether nobody has set the service up yet: it then has no account, and nobody can sign up. Default: false. */
  fresh?: boolean
}

/** What passwords cost to guess is not what these tests are about. */
const cheapHasher = createPasswordHasher({ N: 16, r: 8, p: 1 })

/** A whole service on a free loopback port, closed after the test. */
export async function startTestService(options: TestServiceOptions = {}): Promise<TestService> {
  const { engine = createScriptedEngine(), environment = {}, fresh = false, ...rest } = options
  const settings = readSettings({ PORT: '0', DATABASE_URL: 'sqlite::memory:', METRICS: 'off', ...environment })
  const service = await startService(settings, { hasher: cheapHasher, openEngine: async () => engine, ...rest })
  onTestFinished(() => service.close())
  if (!fresh) await setUp(service)
  let accounts = 0
  return {
    ...service,
    engine,
    async join(tier = 'free') {
      accounts += 1
      const { id } = await service.manage.createAccount(`user${accounts}@example.com`, tier)
      const { key, id: keyId } = await service.manage.createKey(id)
      return { account: id, key, keyId }
    },
    post: (key, body, init = {}) =>
      fetch(`${service.url}/v1/research`, {
        method: 'POST',
        body: typeof body === 'string' || body instanceof Uint8Array ? (body as BodyInit) : JSON.stringify(body),
        ...init,
        headers: {
          'content-type': 'application/json',
          ...(key !== undefined && { 'x-api-key': key }),
          ...(init.headers as Record<string, string>),
        },
      }),
  }
}

/** Where the operator's account is missing, the command line creates it. */
async function setUp({ manage, firstLink }: Service): Promise<void> {
  if (firstLink === undefined) return
  await manage.createAccount('first@example.com', 'free').catch(() => {})
  await manage.setOperator('first@example.com', true)
}

/** A request that costs little. */
export function ask(more: Partial<ResearchRequest> = {}): ResearchRequest {
  return { query: 'How old do corals get?', reasoning_level: 'low' satisfies ReasoningLevel, ...more }
}
