import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Account } from '#accounts/account.ts'
import { periodStart } from '#accounts/renewal.ts'
import { UserError } from '#kernel/user-error.ts'
import { originOf } from '../audit.ts'
import type { DashboardContext } from '../context.ts'
import { field, parameter } from '../forms.ts'
import { none } from '../html.ts'
import { cancelFault, noSuchPage } from '../page-error.ts'
import { mustBeFresh } from '../session.ts'
import { operatorAccountPage } from './account-page.ts'
import { type Asked, actPage, linkPage } from './act-page.ts'
import { ACTS } from './acts.ts'
import { listRunning } from './running.ts'

/** Lines of the ledger, and running requests, that are shown. */
const LINES = 10
const RUNNING = 50

const DONE: Record<string, string> = {
  ...Object.fromEntries(Object.entries(ACTS).map(([name, { done }]) => [name, done])),
  'revoke-key': 'The key is revoked.',
  cancel: 'The request is cancelled and its slot is free.',
}

type Asking = Omit<Asked, 'account' | 'problem'> & { name: string; run: () => Promise<unknown> }

/** What a path asks. @throws {@link noSuchPage} */
type AskingOf = (context: DashboardContext, request: FastifyRequest, account: Account) => Asking | Promise<Asking>

/** `/operator/accounts/<id>`: one account, and what an operator does to it, each act confirmed by its address. */
export function registerOperatorAccount(scope: FastifyInstance, context: DashboardContext): void {
  const { manage, access, history, sendPage, clock } = context
  const onRequest = context.mustBeOperator

  scope.get('/operator/accounts/:id', { onRequest }, async (request, reply) => {
    const { id } = await accountOf(context, request)
    const after = parameter(request, 'after')
    const statement = await manage.showCredits(id)
    const details = {
      statement,
      spent: await history.spent(id, periodStart(statement.account.registeredAt, clock.now())),
      operator: (await access.operators()).includes(id),
      keys: await manage.listKeys(id),
      running: await listRunning(context, id, RUNNING),
      ledger: await history.ledger(id, { after, limit: LINES }),
      after,
      done: DONE[parameter(request, 'done') ?? ''],
      now: clock.now(),
    }
    return await sendPage(request, reply, (view) => operatorAccountPage(view, details))
  })
  registerAsking(scope, context, '/operator/accounts/:id/:act', askAct)
  registerAsking(scope, context, '/operator/accounts/:id/keys/:key', askRevoke)
  registerAsking(scope, context, '/operator/accounts/:id/requests/:request', askCancel)
}

async function accountOf({ accounts }: DashboardContext, request: FastifyRequest): Promise<Account> {
  const account = await accounts.find(parameter(request, 'id') ?? '')
  if (!account) throw noSuchPage
  return account
}

/** A page that asks, and the same path to which its form is sent. */
function registerAsking(scope: FastifyInstance, context: DashboardContext, path: string, askingOf: AskingOf): void {
  const { sessions, sendPage, baseUrl } = context
  const onRequest = mustBeFresh(sessions, context.mustBeOperator)
  const show = (request: FastifyRequest, reply: FastifyReply, asked: Asked) =>
    sendPage(request, reply, (view) => actPage(view, asked))
  scope.get(path, { onRequest }, async (request, reply) => {
    const account = await accountOf(context, request)
    return await show(request, reply, { ...(await askingOf(context, request, account)), account, problem: undefined })
  })
  scope.post(path, { onRequest }, async (request, reply) => {
    const account = await accountOf(context, request)
    const asking = await askingOf(context, request, account)
    try {
      if (field(request, 'confirm').trim().toLowerCase() !== account.email) {
        throw new UserError('That doesn’t match the address of this account. Nothing was changed.')
      }
      const made = await asking.run()
      if (asking.name !== 'link') return reply.redirect(`/operator/accounts/${account.id}?done=${asking.name}`, 303)
      const link = `${baseUrl || `${request.protocol}://${request.host}`}/enter?token=${String(made)}`
      return await sendPage(request, reply, () => linkPage(account, link))
    } catch (error) {
      if (!(error instanceof UserError)) throw error
      return await show(request, reply, { ...asking, account, problem: error.message })
    }
  })
}

const askAct: AskingOf = ({ manageBy }, request, account) => {
  const name = parameter(request, 'act') ?? ''
  const act = Object.hasOwn(ACTS, name) ? ACTS[name] : undefined
  if (!act) throw noSuchPage
  const { fields = () => none } = act
  return {
    ...act,
    name,
    fields: fields(account),
    run: () => act.run(manageBy(originOf(request)), account, request),
  }
}

const askRevoke: AskingOf = async ({ manage, manageBy }, request, account) => {
  const key = (await manage.listKeys(account.id)).find(({ id }) => id === parameter(request, 'key'))
  if (!key) throw noSuchPage
  return {
    name: 'revoke-key',
    title: `Revoke the key …${key.last4}`,
    what: 'It stops working immediately and permanently: requests that use it get 401. Requests already running continue.',
    fields: none,
    button: 'Revoke key',
    danger: true,
    run: () => manageBy(originOf(request)).revokeKey(key.id),
  }
}

const askCancel: AskingOf = async ({ history, admission, audit }, request, account) => {
  const id = parameter(request, 'request') ?? ''
  const found = await history.find(account.id, id)
  if (!found) throw noSuchPage
  return {
    name: 'cancel',
    title: 'Cancel the request',
    what: `${id} ends immediately. Its ${found.credits} credits are not refunded.`,
    fields: none,
    button: 'Cancel the request',
    danger: true,
    async run() {
      const refusal = await admission.cancel(id, account.id)
      if (refusal) throw cancelFault(refusal)
      await audit(request, 'request_cancelled', { accountId: account.id, detail: { request: id } })
    },
  }
}
