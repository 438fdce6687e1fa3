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
  /** What the act does, in the words that are shown before it. */
  what: string
  fields?: (account: Account) => Html
  button: string
  /** Whether it takes something away. */
  danger: boolean
  /** What is told when it is done. */
  done: string
  /** Whether the account is in a state in which the act makes sense. Default: always. */
  fits?: (account: Account) => boolean
  /** @returns the token of a link that was made. */
  run(manage: Management, account: Account, request: FastifyRequest): Promise<unknown>
}

const creditFields = html`<label>Credits <input type="number" name="credits" min="1" max="1000000000" required></label>
<label>Reason, shown in the account’s ledger <input name="reason" maxlength="200" required></label>`

const reasonField = html`<label>Reason, kept in the audit trail <input name="reason" maxlength="200" required></label>`

/** All acts, by the last part of their path. */
export const ACTS: Record<string, Act> = {
  'add-credits': {
    title: 'Add credits',
    what: 'Added credits do not expire. They are used after the month’s free credits.',
    fields: () => creditFields,
    button: 'Add credits',
    danger: false,
    done: 'The credits are added.',
    run: (manage, { id }, request) => manage.grantCredits(id, creditsOf(request), reasonOf(request)),
  },
  'take-credits': {
    title: 'Take credits back',
    what: 'Added credits are taken first, then free ones. The balance cannot go below zero.',
    fields: () => creditFields,
    button: 'Take credits back',
    danger: true,
    done: 'The credits are taken back.',
    run: (manage, { id }, request) => manage.takeCredits(id, creditsOf(request), reasonOf(request)),
  },
  tier: {
    title: 'Change the tier',
    what: 'The tier sets how many requests the account can run at once. Lowering it does not stop requests already running.',
    fields: ({ tier }) => tierField(tier),
    button: 'Change the tier',
    danger: false,
    done: 'The tier is changed.',
    run: (manage, { id }, request) => manage.setTier(id, tierOf(request)),
  },
  link: {
    title: 'Create a sign-in link',
    what: 'Whoever uses it is signed in as this account. It works once, within an hour, closes the account’s other sessions and voids its password, passkeys and connected providers.',
    button: 'Create the link',
    danger: true,
    done: '',
    fits: ({ suspendedAt }) => suspendedAt === undefined,
    run: (manage, { id }) => manage.createLink(id),
  },
  'two-factor': {
    title: 'Turn two-factor sign-in off',
    what: 'For someone who lost both their app and their backup codes. Make sure the request comes from the owner: afterwards the password alone is enough to sign in.',
    button: 'Turn it off',
    danger: true,
    done: 'Two-factor sign-in is off.',
    run: (manage, { id }) => manage.removeTwoFactor(id),
  },
  'revoke-keys': {
    title: 'Revoke all API keys',
    what: 'Every key of this account stops working immediately and permanently: requests that use one get 401. Requests already running continue.',
    button: 'Revoke all keys',
    danger: true,
    done: 'All keys are revoked.',
    run: (manage, { id }) => manage.revokeKeys(id),
  },
  suspend: {
    title: 'Suspend the account',
    what: 'Its keys get 401, its sessions and links are closed, and nobody can sign in until it is reinstated. Requests already running continue; you can cancel them on the account’s page.',
    fields: () => reasonField,
    button: 'Suspend',
    danger: true,
    done: 'The account is suspended.',
    fits: ({ suspendedAt }) => suspendedAt === undefined,
    run: (manage, account, request) => manage.suspend(notOwn(account, request).id, reasonOf(request)),
  },
  reinstate: {
    title: 'Reinstate the account',
    what: 'Its keys work again, except any that were revoked or have expired, and its owner can sign in.',
    fields: () => reasonField,
    button: 'Reinstate',
    danger: false,
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
