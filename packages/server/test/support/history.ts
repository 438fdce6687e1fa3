import { REASONING_LEVELS, type ReasoningLevel, TIERS, type Tier } from '@deep-research/sdk/contract'
import fc from 'fast-check'
import { expect } from 'vitest'
import { hashApiKey } from '../../src/accounts/api-key.ts'
import { createManagement, type Management } from '../../src/accounts/manage.ts'
import { periodStart } from '../../src/accounts/renewal.ts'
import { dialectOf } from '../../src/storage/dialects.ts'
import type { Database } from '../../src/storage/sql/connection.ts'
import { createStorage, type Storage } from '../../src/storage/storage.ts'
import type { TestDatabase } from './databases.ts'

/** One thing that happens to a service's storage. Numbers pick among what there is, modulo its count. */
export type Step =
  | { do: 'admit'; account: number; level: ReasoningLevel }
  /** With one of the keys that there are, whoever's it is. */
  | { do: 'admit by key'; key: number; level: ReasoningLevel }
  | { do: 'budget'; key: number; credits: number | undefined }
  | { do: 'settle'; request: number; status: 'completed' | 'failed' | 'cancelled' }
  | { do: 'wait'; hours: number }
  | { do: 'top up' | 'take back'; account: number; credits: number }
  | { do: 'tier'; account: number; tier: Tier }
  | { do: 'roll' | 'revoke' | 'use key'; key: number }
  | { do: 'show' | 'suspend'; account: number }
  | { do: 'crash' }

const nat = fc.nat(1_000)
const account = fc.nat(1)

/** Histories, settling and admitting more often than anything else. */
export const histories: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    {
      weight: 8,
      arbitrary: fc.record({
        do: fc.constant('admit' as const),
        account,
        level: fc.constantFrom<ReasoningLevel>('low', 'medium', 'high'),
      }),
    },
    {
      weight: 6,
      arbitrary: fc.record({
        do: fc.constant('settle' as const),
        request: nat,
        status: fc.constantFrom('completed' as const, 'failed' as const, 'cancelled' as const),
      }),
    },
    {
      weight: 4,
      arbitrary: fc.record({
        do: fc.constant('admit by key' as const),
        key: nat,
        level: fc.constantFrom<ReasoningLevel>('low', 'medium', 'high'),
      }),
    },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('wait' as const), hours: fc.nat(900) }) },
    fc.record({ do: fc.constant('budget' as const), key: nat, credits: fc.option(fc.nat(60), { nil: undefined }) }),
    fc.record({
      do: fc.constantFrom('top up' as const, 'take back' as const),
      account,
      credits: fc.integer({ min: 1, max: 50 }),
    }),
    fc.record({ do: fc.constant('tier' as const), account, tier: fc.constantFrom<Tier>('free', 'pro', 'scale') }),
    fc.record({ do: fc.constantFrom('roll' as const, 'revoke' as const, 'use key' as const), key: nat }),
    fc.record({ do: fc.constantFrom('show' as const, 'suspend' as const), account }),
    fc.record({ do: fc.constant('crash' as const) }),
  ),
  { minLength: 5, maxLength: 24 },
)

/** What no balance depends on. */
export const ANY = {
  keyId: undefined,
  clientRequestId: undefined,
  query: 'q',
  metadata: undefined,
  bodyHash: 'h',
  idempotencyKey: undefined,
  includeThinking: false,
  includeToolCalls: false,
  engine: undefined,
  epoch: 1,
} as const
export const ENDED = { epoch: 1, last: '{}', unwritten: [], eventsUntil: 0, resultUntil: 0 }

interface ModelAccount {
  id: string
  registeredAt: number
  tier: Tier
  free: number
  added: number
  /** Start of the month of the last grant. */
  period: number
  suspended: boolean
}

interface ModelRequest {
  id: string
  account: ModelAccount
  free: number
  added: number
  running: boolean
  key: ModelKey | undefined
  at: number
  failed: boolean
}

interface ModelKey {
  id: string
  key: string
  account: ModelAccount
  revoked: boolean
  budget: number | undefined
  /** The first of the keys that succeed each other. */
  first: string
}

/** The storage under test and, beside it, a plain model of what it should hold. */
interface World {
  stage: Stage
  name: string
  readonly storage: Storage
  readonly manage: Management
  now: number
  accounts: ModelAccount[]
  requests: ModelRequest[]
  keys: ModelKey[]
}

/** An opened storage on which one history after the other is played. */
export interface Stage {
  /** Distinguishes accounts and requests of stages on the same database. */
  name: string
  test: TestDatabase
  database: Database
  storage: Storage
  histories: number
}

/** Opens a database for histories. */
export async function openStage(test: TestDatabase, name: string): Promise<Stage> {
  return { ...(await open(test)), test, name, histories: 0 }
}

/**
 * Plays a history, with accounts of its own, on a database and on the model; both must answer each step alike. The
 * ledger only grows, so that at the end all its prefixes are there to be checked.
 */
export async function playHistory(stage: Stage, steps: readonly Step[]): Promise<void> {
  const world = await createWorld(stage)
  for (const step of steps) {
    await play(world, step)
  }
  await expectLedger(world)
}

async function createWorld(stage: Stage): Promise<World> {
  stage.histories += 1
  const world: World = {
    stage,
    name: `${stage.name}.${stage.histories}`,
    get storage() {
      return stage.storage
    },
    get manage() {
      return createManagement({ ...stage.storage, clock: { now: () => world.now } })
    },
    now: Date.UTC(2026, 0, 31, 12),
    accounts: [],
    requests: [],
    keys: [],
  }
  for (const [index, tier] of (['free', 'scale'] as const).entries()) {
    const { id } = await world.manage.createAccount(`user${index}@${world.name}.example.com`, tier)
    const account: ModelAccount = { id, registeredAt: world.now, tier, free: 0, added: 0, period: 0, suspended: false }
    world.accounts.push(account)
    const { id: keyId, key } = await world.manage.createKey(id)
    world.keys.push({ id: keyId, key, account, revoked: false, budget: undefined, first: keyId })
    world.now += 3_600_000
  }
  return world
}

async function open(test: TestDatabase) {
  const database = await dialectOf(test.url).open(test.url)
  const storage = createStorage(database)
  await storage.migrate(1)
  return { database, storage }
}

function play(world: World, step: Step): Promise<void> | void {
  switch (step.do) {
    case 'admit':
      return admit(world, { account: pick(world.accounts, step.account) }, step.level)
    case 'admit by key': {
      const key = pick(world.keys, step.key)
      return admit(world, { account: key.account, key }, step.level)
    }
    case 'budget':
      return setBudget(world, pick(world.keys, step.key), step.credits)
    case 'settle':
      return settle(world, step.request, step.status)
    case 'wait':
      world.now += step.hours * 3_600_000
      return
    case 'top up':
      return topUp(world, pick(world.accounts, step.account), step.credits)
    case 'take back':
      return takeBack(world, pick(world.accounts, step.account), step.credits)
    case 'tier':
      return setTier(world, pick(world.accounts, step.account), step.tier)
    case 'show':
      return show(world, pick(world.accounts, step.account))
    case 'suspend':
      return suspend(world, pick(world.accounts, step.account))
    case 'crash':
      return crash(world)
    case 'use key':
      return useKey(world, pick(world.keys, step.key))
    case 'roll':
    case 'revoke':
      return endKey(world, step.do, pick(world.keys, step.key))
  }
}

async function admit(
  { storage, name, now, requests }: World,
  { account: of, key }: { account: ModelAccount; key?: ModelKey },
  level: ReasoningLevel,
): Promise<void> {
  const { credits } = REASONING_LEVELS[level]
  const id = `req_${name}_${requests.length}`
  const what = { ...ANY, id, accountId: of.id, keyId: key?.id, level, credits, now }
  const { kind } = await storage.admission.admit(what)
  const expected = expectedKind({ requests, now }, { account: of, key }, credits)
  expect(kind).toBe(expected)
  if (expected !== 'admitted') return
  renew(of, now)
  const part = Math.min(of.free, credits)
  of.free -= part
  of.added -= credits - part
  const running = { running: true, failed: false }
  requests.push({ id, account: of, free: part, added: credits - part, key, at: now, ...running })
}

function expectedKind(
  { requests, now }: Pick<World, 'requests' | 'now'>,
  { account: of, key }: { account: ModelAccount; key: ModelKey | undefined },
  credits: number,
): string {
  if (of.suspended) return 'suspended'
  const running = requests.filter((request) => request.running && request.account === of).length
  if (running >= TIERS[of.tier].maxConcurrent) return 'busy'
  const month = periodStart(of.registeredAt, now)
  if ((month > of.period ? 300 : of.free) + of.added < credits) return 'short'
  const spent = requests
    .filter((request) => request.key && request.key.first === key?.first && request.at >= month && !request.failed)
    .reduce((sum, { free, added }) => sum + free + added, 0)
  return key?.budget !== undefined && spent + credits > key.budget ? 'over-budget' : 'admitted'
}

async function settle(world: World, at: number, status: 'completed' | 'failed' | 'cancelled'): Promise<void> {
  if (world.requests.length === 0) return
  const request = pick(world.requests, at)
  const { id, running } = request
  const refund = status === 'failed'
  const last = `${id} ${status} at ${world.now}`
  const settled = await world.storage.admission.settle({ ...ENDED, last, id, status, refund, now: world.now })
  if (running) expect(settled).toEqual({ last, own: true })
  if (running) end(request, refund)
}

function end(request: ModelRequest, refund: boolean): void {
  request.running = false
  if (!refund) return
  request.failed = true
  request.account.free += request.free
  request.account.added += request.added
}

async function topUp({ manage, now }: World, of: ModelAccount, credits: number): Promise<void> {
  await manage.grantCredits(of.id, credits)
  of.added += credits
  renew(of, now)
}

async function takeBack({ manage, now }: World, of: ModelAccount, credits: number): Promise<void> {
  renew(of, now)
  const taking = manage.takeCredits(of.id, credits)
  if (of.free + of.added < credits) return expect(taking).rejects.toThrow(/fewer than/)
  await taking
  const added = Math.min(of.added, credits)
  of.added -= added
  of.free -= credits - added
}

async function setBudget({ manage }: World, key: ModelKey, credits: number | undefined): Promise<void> {
  const changing = manage.changeKey(key.id, { name: 'k', expiresAt: undefined, monthlyBudget: credits })
  if (key.revoked) return expect(changing).rejects.toThrow(/already revoked/)
  await changing
  key.budget = credits
}

async function suspend({ manage }: World, of: ModelAccount): Promise<void> {
  await (of.suspended ? manage.reinstate(of.id) : manage.suspend(of.id))
  of.suspended = !of.suspended
}

async function setTier({ manage }: World, of: ModelAccount, tier: Tier): Promise<void> {
  await manage.setTier(of.id, tier)
  of.tier = tier
}

async function show({ manage, now }: World, of: ModelAccount): Promise<void> {
  renew(of, now)
  expect(await manage.showCredits(of.id)).toMatchObject({ free: of.free, added: of.added })
}

async function crash(world: World): Promise<void> {
  await world.storage.close()
  Object.assign(world.stage, await open(world.stage.test))
  const running = world.requests.filter((request) => request.running)
  const unfinished = await world.storage.admission.unfinished()
  const own = unfinished.map(({ id }) => id).filter((id) => id.startsWith(`req_${world.name}_`))
  expect(own.sort()).toEqual(running.map(({ id }) => id).sort())
  for (const request of running) {
    const failed = { ...ENDED, id: request.id, status: 'failed', refund: true, now: world.now } as const
    expect(await world.storage.admission.settle(failed)).toMatchObject({ own: true })
    end(request, true)
  }
}

async function useKey({ storage, now }: World, { key, account, revoked }: ModelKey): Promise<void> {
  const principal = await storage.keys.authenticate(hashApiKey(key), now)
  expect(principal?.accountId).toBe(revoked || account.suspended ? undefined : account.id)
}

async function endKey({ manage, keys }: World, how: 'roll' | 'revoke', key: ModelKey): Promise<void> {
  const done = how === 'roll' ? manage.rollKey(key.id) : manage.revokeKey(key.id)
  if (key.revoked) {
    await expect(done).rejects.toThrow(/already revoked/)
    return
  }
  const made = await done
  key.revoked = true
  if ('key' in made) keys.push({ ...key, id: made.id, key: String(made.key), revoked: false })
}

function renew(of: ModelAccount, now: number): void {
  const period = periodStart(of.registeredAt, now)
  if (period > of.period) Object.assign(of, { period, free: 300 })
}

function pick<Item>(items: readonly Item[], at: number): Item {
  return items[at % items.length] as Item
}

/** The ledger's sums are the model's balances, no prefix of it is below zero, and nothing was charged twice. */
async function expectLedger({ stage, accounts }: World): Promise<void> {
  const lines = await stage.database.kysely
    .selectFrom('ledger')
    .selectAll()
    .where(
      'account_id',
      'in',
      accounts.map(({ id }) => id),
    )
    .orderBy('sequence')
    .execute()
  for (const account of accounts) {
    for (const pool of ['free', 'added'] as const) {
      let sum = 0
      for (const line of lines.filter((line) => line.account_id === account.id && line.pool === pool)) {
        sum += line.amount
        expect(line.balance_after).toBe(sum)
        expect(sum).toBeGreaterThanOrEqual(0)
      }
      expect(sum).toBe(account[pool])
    }
  }
  const once = lines
    .filter(({ request_id }) => request_id !== null)
    .map((line) => `${line.request_id} ${line.reason} ${line.pool}`)
  expect(new Set(once).size).toBe(once.length)
}
