import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Account } from '#accounts/account.ts'
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

/** Lines of the ledger, and running requests, that are shown. */
const LINES = 10
const RUNNING = 50

const DONE: Record<string, string> = {
  ...Object.fromEntries(Object.entries(ACTS).map(([name, { done }]) => [name, done])),
  'revoke-key': 'The key is revoked.',
  cancel: 'The request is cancelled and its slot is free.',
}

type Asking = Omit<Asked, 'account' | 'problem'> & { name: string; run: () => Promise<unknown> }

/** `/operator/accounts/<id>`: one account, and what an operator does to it, each act confirmed by its address. */
export function registerOperatorAccount(scope: FastifyInstance, context: DashboardContext): void {
  const { manage, manageBy, accounts, access, sessions, history, admission, sendPage, clock, baseUrl } = context
  const onRequest = context.mustBeOperator
  const toAct = mustBeFresh(sessions, onRequest)

  const accountOf = async (request: FastifyRequest): Promise<Account> => {
    const account = await accounts.find(parameter(request, 'id') ?? '')
    if (!account) throw noSuchPage
    return account
  }

  scope.get('/operator/accounts/:id', { onRequest }, async (request, reply) => {
    const { id } = await accountOf(request)
    const after = parameter(request, 'after')
    const details = {
      statement: await manage.showCredits(id),
      operator: (await access.operators()).includes(id),
      keys: await manage.listKeys(id),
      running: await history.running(id, RUNNING),
      ledger: await history.ledger(id, { after, limit: LINES }),
      after,
      done: DONE[parameter(request, 'done') ?? ''],
      now: clock.now(),
    }
    return await sendPage(request, reply, (view) => operatorAccountPage(view, details))
  })

  /** A page that asks, and the same path to which its form is sent. */
  const asks = (path: string, askingOf: (request: FastifyRequest, account: Account) => Promise<Asking>) => {
    const show = (request: FastifyRequest, reply: FastifyReply, asked: Asked) =>
      sendPage(request, reply, (view) => actPage(view, asked))
    scope.get(path, { onRequest: toAct }, async (request, reply) => {
      const account = await accountOf(request)
      return await show(request, reply, { ...(await askingOf(request, account)), account, problem: undefined })
    })
    scope.post(path, { onRequest: toAct }, async (request, reply) => {
      const account = await accountOf(request)
      const asking = await askingOf(request, account)
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

  asks('/operator/accounts/:id/:act', async (request, account) => {
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
  })

  asks('/operator/accounts/:id/keys/:key', async (request, account) => {
    const key = (await manage.listKeys(account.id)).find(({ id }) => id === parameter(request, 'key'))
    if (!key) throw noSuchPage
    return {
      name: 'revoke-key',
      title: `Revoke the key …${key.last4}`,
      what: 'It stops working immediately and permanently: requests that use it get 401. Requests already running continue.',
      fields: none,
      button: 'Revoke key',
      run: () => manageBy(originOf(request)).revokeKey(key.id),
    }
  })

  asks('/operator/accounts/:id/requests/:request', async (request, account) => {
    const id = parameter(request, 'request') ?? ''
    const found = await history.find(account.id, id)
    if (!found) throw noSuchPage
    return {
      name: 'cancel',
      title: 'Cancel the request',
      what: `${id} ends immediately. Its ${found.credits} credits are not refunded.`,
      fields: none,
      button: 'Cancel the request',
      async run() {
        const refusal = await admission.cancel(id, account.id)
        if (refusal) throw cancelFault(refusal)
        await context.audit(request, 'request_cancelled', { accountId: account.id, detail: { request: id } })
      },
    }
  })
}
