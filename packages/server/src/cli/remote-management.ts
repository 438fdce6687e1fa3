import { randomUUID } from 'node:crypto'
import type { Tier } from '@deep-research/sdk/contract'
import type { Account, ApiKey, KeyScope } from '#accounts/account.ts'
import type { Management } from '#accounts/manage.ts'
import type { CreditStatement } from '#accounts/manage-credits.ts'
import { UserError } from '#kernel/user-error.ts'

/** How long a service may take to answer, in milliseconds. */
const PATIENCE = 30_000

/** Accounts that are asked for at a time, and pages of them at most. */
const AT_ONCE = 200
const MOST_PAGES = 1_000

/** The part of `Management` that the operator's API can do. */
type Remote = Pick<
  Management,
  | 'createAccount'
  | 'listAccounts'
  | 'setTier'
  | 'suspend'
  | 'reinstate'
  | 'listKeys'
  | 'revokeKey'
  | 'showCredits'
  | 'grantCredits'
>

/** Sends one call, such as `GET /accounts`. @throws {@link UserError} */
type Call = <Answer>(line: string, body?: object, headers?: Record<string, string>) => Promise<Answer>

interface AccountAnswer {
  id: string
  email: string
  tier: Tier
  created_at: string
  suspended_at?: string
  spending_limit?: number
}

interface KeyAnswer {
  id: string
  account_id: string
  name?: string
  last4: string
  scopes?: KeyScope[]
  created_at: string
  last_used_at?: string
  expires_at?: string
  revoked_at?: string
  monthly_budget?: number
}

interface CreditsAnswer {
  free: number
  added: number
  renews_at: string
}

/**
 * Manages the accounts of a running service through its operator's API.
 * @throws {@link UserError} from each call that is refused, and for what only the service's own machine can do.
 */
export function manageRemotely(url: string, key: string | undefined, stop: AbortSignal): Management {
  if (key === undefined || key === '') {
    throw new UserError('DEEP_RESEARCH_OPERATOR_KEY is missing. Make a key on /operator/keys, and set it.')
  }
  const remote = createRemote(createCall(url, key, stop))
  return new Proxy(remote as Management, {
    get: (target, name) =>
      target[name as keyof Management] ??
      (() => {
        throw new UserError('This command works only without --url, on the machine of the service.')
      }),
  })
}

function createRemote(call: Call): Remote {
  const showAccount = async (ref: string) => toAccount(await call<AccountAnswer>(`GET ${pathOf(ref)}`))
  const statement = (account: Account, { free, added, renews_at }: CreditsAnswer): CreditStatement => ({
    ...{ account, free, added, nextRenewal: Date.parse(renews_at) },
  })
  return {
    createAccount: async (email, tier) => toAccount(await call('POST /accounts', { email, tier })),
    async listAccounts() {
      const accounts: Account[] = []
      let after = ''
      for (let page = 0; page < MOST_PAGES; page += 1) {
        const answer = await call<{ accounts: AccountAnswer[]; next?: string }>(
          `GET /accounts?limit=${AT_ONCE}${after}`,
        )
        accounts.push(...answer.accounts.map(toAccount))
        if (answer.next === undefined) break
        after = `&after=${encodeURIComponent(answer.next)}`
      }
      // The oldest comes first, as it does from the database.
      return accounts.reverse()
    },
    setTier: async (ref, tier) => toAccount(await call(`PATCH ${pathOf(ref)}`, { tier })),
    suspend: async (ref, reason) => toAccount(await call(`POST ${pathOf(ref)}/suspend`, { reason })),
    reinstate: async (ref, reason) => toAccount(await call(`POST ${pathOf(ref)}/reinstate`, { reason })),
    listKeys: async (ref) => (await call<{ keys: KeyAnswer[] }>(`GET ${pathOf(ref)}/keys`)).keys.map(toKey),
    revokeKey: async (id) => toKey(await call(`POST /keys/${encodeURIComponent(id)}/revoke`, {})),
    showCredits: async (ref) => statement(await showAccount(ref), await call(`GET ${pathOf(ref)}/credits`)),
    async grantCredits(ref, credits, reason = 'granted on the command line', once = randomUUID()) {
      const account = await showAccount(ref)
      const answer = await call<CreditsAnswer>(
        `POST ${pathOf(ref)}/credits`,
        { credits, reason },
        { 'idempotency-key': once },
      )
      return statement(account, answer)
    },
  }
}

function createCall(base: string, key: string, stop: AbortSignal): Call {
  if (!URL.canParse(base)) throw new UserError(`--url is ${JSON.stringify(base)}; set it to an http or https URL.`)
  return async <Answer>(line: string, body?: object, headers: Record<string, string> = {}) => {
    const [method = '', path = ''] = line.split(' ')
    const response = await fetch(new URL(`operator/v1${path}`, base.endsWith('/') ? base : `${base}/`), {
      method,
      headers: { 'x-api-key': key, ...(body && { 'content-type': 'application/json' }), ...headers },
      ...(body && { body: JSON.stringify(body) }),
      redirect: 'error',
      signal: AbortSignal.any([stop, AbortSignal.timeout(PATIENCE)]),
    }).catch(() => {
      stop.throwIfAborted()
      throw new UserError(`The service at ${base} cannot be reached. Check --url.`)
    })
    const answer = (await response.json().catch(() => ({}))) as { error?: { message?: string } }
    if (response.ok) return answer as Answer
    throw new UserError(answer.error?.message ?? `The service at ${base} answered with ${response.status}.`)
  }
}

const pathOf = (ref: string) => `/accounts/${encodeURIComponent(ref)}`

const at = (text: string | undefined) => (text === undefined ? undefined : Date.parse(text))

function toAccount({ id, email, tier, created_at, suspended_at, spending_limit }: AccountAnswer): Account {
  const registeredAt = Date.parse(created_at)
  return { id, email, tier, registeredAt, suspendedAt: at(suspended_at), spendingLimit: spending_limit }
}

function toKey(key: KeyAnswer): ApiKey {
  return {
    ...{ id: key.id, accountId: key.account_id, name: key.name, last4: key.last4, scopes: key.scopes },
    ...{ createdAt: Date.parse(key.created_at), lastUsedAt: at(key.last_used_at), revokedAt: at(key.revoked_at) },
    ...{ expiresAt: at(key.expires_at), monthlyBudget: key.monthly_budget },
  }
}
