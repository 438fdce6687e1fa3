import { TIERS, type Tier } from '@deep-research/sdk/contract'
import type { FastifyRequest } from 'fastify'
import type { Account } from '#accounts/account.ts'
import type { Management } from '#accounts/manage.ts'
import { UserError } from '#kernel/user-error.ts'
import { field } from '../forms.ts'
import { type Html, html, none } from '../html.ts'

/** Something that an operator does to an account, once its address was typed. */
export interface Act {
  title: string
  /** What it comes to. */
  what: string
  fields?: (account: Account) => Html
  button: string
  /** What is told when it is done. */
  done: string
  /** Whether it makes sense now. */
  fits?: (account: Account) => boolean
  /** @returns the token of a link that was made. */
  run(manage: Management, account: Account, request: FastifyRequest): Promise<unknown>
}

const creditFields = html`<label>Credits <input type="number" name="credits" min="1" max="1000000000" required></label>
<label>Reason, which stands in the account's ledger <input name="reason" maxlength="200" required></label>`

const reasonField = html`<label>Reason, for the audit trail <input name="reason" maxlength="200" required></label>`

/** All acts, by the last part of their path. */
export const ACTS: Record<string, Act> = {
  'add-credits': {
    title: 'Add credits',
    what: 'They are kept until they are used, and used after the free credits of the month.',
    fields: () => creditFields,
    button: 'Add credits',
    done: 'The credits are added.',
    run: (manage, { id }, request) => manage.grantCredits(id, creditsOf(request), reasonOf(request)),
  },
  'take-credits': {
    title: 'Take credits back',
    what: 'Added credits go first, then free ones. The balance cannot fall below zero.',
    fields: () => creditFields,
    button: 'Take credits back',
    done: 'The credits are taken back.',
    run: (manage, { id }, request) => manage.takeCredits(id, creditsOf(request), reasonOf(request)),
  },
  tier: {
    title: 'Change the tier',
    what: 'It says how many requests of the account may run at once. A lower tier stops nothing that runs.',
    fields: ({ tier }) => tierField(tier),
    button: 'Change the tier',
    done: 'The tier is changed.',
    run: (manage, { id }, request) => manage.setTier(id, tierOf(request)),
  },
  link: {
    title: 'Create an entry link',
    what: 'Whoever opens it, once and within an hour, is signed in as this account. That closes its other sessions and voids its password.',
    button: 'Create the link',
    done: '',
    fits: ({ suspendedAt }) => suspendedAt === undefined,
    run: (manage, { id }) => manage.createLink(id),
  },
  'two-factor': {
    title: 'Turn two-factor sign-in off',
    what: 'For whoever lost their app and their backup codes. Make sure that it is the owner who asks: from then on the password alone signs in.',
    button: 'Turn it off',
    done: 'Two-factor sign-in is off.',
    run: (manage, { id }) => manage.removeTwoFactor(id),
  },
  'revoke-keys': {
    title: 'Revoke all API keys',
    what: 'All keys of the account stop working at once and for good: whatever sends one gets 401. Requests that run go on.',
    button: 'Revoke all keys',
    done: 'All keys are revoked.',
    run: (manage, { id }) => manage.revokeKeys(id),
  },
  suspend: {
    title: 'Suspend the account',
    what: 'Its keys are refused with 401, its sessions and links are closed, and nobody can sign in to it until it is reinstated. Requests that run go on; cancel them on the page of the account.',
    fields: () => reasonField,
    button: 'Suspend',
    done: 'The account is suspended.',
    fits: ({ suspendedAt }) => suspendedAt === undefined,
    run: (manage, account, request) => manage.suspend(notOwn(account, request).id, reasonOf(request)),
  },
  reinstate: {
    title: 'Reinstate the account',
    what: 'Its keys work again, but for those that were revoked or have expired, and its owner can sign in.',
    fields: () => reasonField,
    button: 'Reinstate',
    done: 'The account is reinstated.',
    fits: ({ suspendedAt }) => suspendedAt !== undefined,
    run: (manage, { id }, request) => manage.reinstate(id, reasonOf(request)),
  },
}

function tierField(current: Tier): Html {
  return html`<label>Tier <select name="tier">${Object.entries(TIERS).map(
    ([tier, { maxConcurrent }]) =>
      html`<option value="${tier}" ${tier === current ? html`selected` : none}>${tier}, ${maxConcurrent} at once</option>`,
  )}</select></label>`
}

function creditsOf(request: FastifyRequest): number {
  const text = field(request, 'credits').trim()
  return /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN
}

function reasonOf(request: FastifyRequest): string {
  const reason = field(request, 'reason').trim()
  if (reason === '') throw new UserError('Give a reason.')
  return reason
}

function tierOf(request: FastifyRequest): Tier {
  const tier = field(request, 'tier')
  if (!Object.hasOwn(TIERS, tier)) throw new UserError('There is no such tier.')
  return tier as Tier
}

function notOwn(account: Account, { visitor }: FastifyRequest): Account {
  if (visitor?.account.id === account.id) throw new UserError('You cannot suspend your own account.')
  return account
}
