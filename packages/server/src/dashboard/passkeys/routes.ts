import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { MAX_PASSKEYS, type Passkeys } from '#accounts/passkeys.ts'
import type { Passkey } from '#accounts/ways.ts'
import { mustKeepOneWay } from '../account/other-ways.ts'
import type { DashboardContext } from '../context.ts'
import { field, parameter } from '../forms.ts'
import { noSuchPage, PageError } from '../page-error.ts'
import { placeFor } from '../places.ts'
import { mustBeFresh, mustBeSignedIn, visitorOf } from '../session.ts'
import { openSession, signInAndGo } from '../sign-in/complete.ts'
import { tooManyTries } from '../sign-in/pages.ts'
import { renamePage, TOO_MANY } from './pages.ts'

const refused = new PageError(
  401,
  'This passkey was not accepted',
  'It may have been removed, or it took too long. Go back and try again, or choose another way to sign in.',
)

const tooMany = new PageError(409, 'The passkey was not added', TOO_MANY)

/** Passkeys: added and removed on the account page, used to sign in and to confirm. */
export function registerPasskeys(scope: FastifyInstance, context: DashboardContext): void {
  const { passkeys, sessions, accounts, audit, sendPage } = context
  if (!passkeys) return
  const fresh = mustBeFresh(sessions)
  registerAsking(scope, context, passkeys)

  scope.post('/sign-in/passkey', async (request, reply) => {
    const used = await use(request, reply, context, passkeys)
    const account = used && (await accounts.find(used.accountId))
    if (!account) {
      await audit(request, 'sign_in_failed', { accountId: undefined })
      throw refused
    }
    return await signInAndGo(context, request, reply, {
      account,
      to: field(request, 'to'),
      by: 'passkey',
      secondFactor: true,
    })
  })
  scope.post('/confirm/passkey', { onRequest: mustBeSignedIn }, async (request, reply) => {
    const { account } = visitorOf(request)
    const used = await use(request, reply, context, passkeys)
    if (used?.accountId !== account.id) {
      await audit(request, 'sign_in_failed', { accountId: account.id })
      throw refused
    }
    await openSession(context, request, reply, { account, secondFactor: true })
    await audit(request, 'confirmed', { accountId: account.id, detail: { by: 'passkey' } })
    return reply.redirect(placeFor(field(request, 'to')), 303)
  })
  scope.post('/account/passkeys', { onRequest: fresh }, async (request, reply) => {
    const { account } = visitorOf(request)
    const token = context.stepCookies.read(request, 'passkey-add')
    const given = { name: field(request, 'name'), response: field(request, 'response') }
    const added = await passkeys.add(account, token, given)
    context.stepCookies.clear(reply, 'passkey-add')
    if (added === 'full') throw tooMany
    if (added === 'invalid')
      throw new PageError(
        400,
        'The passkey was not added',
        'It took too long, or this passkey has already been added. Go back and try again.',
      )
    await audit(request, 'passkey_added', { accountId: account.id, detail: { name: added.name } })
    return reply.redirect('/account?done=passkey-added', 303)
  })
  scope.get('/account/passkeys/:id', { onRequest: fresh }, async (request, reply) => {
    const known = await passkeys.list(visitorOf(request).account.id)
    const passkey = known.find(({ id }) => id === parameter(request, 'id'))
    if (!passkey) throw noSuchPage
    return await sendPage(request, reply, (view) => renamePage(view, passkey))
  })
  scope.post('/account/passkeys/:id', { onRequest: fresh }, async (request, reply) => {
    const { id: accountId } = visitorOf(request).account
    const name = field(request, 'name')
    if (!(await passkeys.rename(accountId, parameter(request, 'id') ?? '', name))) throw noSuchPage
    await audit(request, 'passkey_renamed', { accountId, detail: { name: name.trim() } })
    return reply.redirect('/account?done=passkey-renamed#passkeys', 303)
  })
  scope.post('/account/passkeys/:id/remove', { onRequest: fresh }, async (request, reply) => {
    const { id: accountId } = visitorOf(request).account
    await mustKeepOneWay(context, visitorOf(request))
    if (!(await passkeys.remove(accountId, parameter(request, 'id') ?? ''))) throw noSuchPage
    await audit(request, 'passkey_removed', { accountId })
    return reply.redirect('/account?done=passkey-removed', 303)
  })
}

/** What the script asks before it asks the browser. */
function registerAsking(
  scope: FastifyInstance,
  { limits, stepCookies, sessions }: DashboardContext,
  passkeys: Passkeys,
): void {
  const askToUse = async (request: FastifyRequest, reply: FastifyReply) => {
    const wait = await limits.begin(request.ip)
    if (wait !== undefined)
      return await reply
        .code(429)
        .header('retry-after', wait)
        .send({ message: tooManyTries(wait) })
    const { options, token } = await passkeys.askToUse()
    stepCookies.set(reply, 'passkey-use', token)
    return await reply.send(options)
  }
  scope.post('/sign-in/passkey/options', askToUse)
  scope.post('/confirm/passkey/options', { onRequest: mustBeSignedIn }, askToUse)
  scope.post('/account/passkeys/options', { onRequest: mustBeFresh(sessions) }, async (request, reply) => {
    const { account } = visitorOf(request)
    if ((await passkeys.list(account.id)).length >= MAX_PASSKEYS) {
      return await reply.code(409).send({ message: TOO_MANY })
    }
    const { options, token } = await passkeys.askToAdd(account)
    stepCookies.set(reply, 'passkey-add', token)
    return await reply.send(options)
  })
}

async function use(
  request: FastifyRequest,
  reply: FastifyReply,
  { stepCookies }: DashboardContext,
  passkeys: Passkeys,
): Promise<Passkey | undefined> {
  const token = stepCookies.read(request, 'passkey-use')
  stepCookies.clear(reply, 'passkey-use')
  return await passkeys.use(token, field(request, 'response'))
}
