import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Account, normalizeEmail } from '#accounts/account.ts'
import { addEntryLink, hashToken } from '#accounts/entry-link.ts'
import { securityEvent } from '#accounts/security-event.ts'
import { isReachable } from '#accounts/sign-in.ts'
import { newId } from '#kernel/ids.ts'
import { originOf } from '../audit.ts'
import { notice } from '../components.ts'
import type { DashboardContext } from '../context.ts'
import { field, parameter } from '../forms.ts'
import { html } from '../html.ts'
import { PageError } from '../page-error.ts'
import { mustBeFresh, mustBeSignedIn, visitorOf } from '../session.ts'
import { sendLater } from '../sign-in/mail-routes.ts'
import { PROBLEMS, tooManyTries } from '../sign-in/pages.ts'
import { formField, type PageContent, type View } from '../view.ts'
import { addressMail, changedMail } from './mails.ts'

const DONE: Record<string, string> = {
  sent: 'We emailed a link to the new address. Open it in this browser within an hour; until then nothing changes.',
  changed: 'Your email address has been changed.',
}

/** Told if somebody else has the address, but only to whoever changes it at once, without mail. */
const TAKEN = 'This address cannot be used.'

/** `/account/address`: another email address, confirmed by mail where the service sends any. */
export function registerAddress(scope: FastifyInstance, context: DashboardContext): void {
  const { accounts, access, sessions, limits, mailer, clock, baseUrl, sendPage } = context
  const fresh = mustBeFresh(sessions)
  const show = (request: FastifyRequest, reply: FastifyReply, problem?: string) => {
    const done = DONE[parameter(request, 'done') ?? '']
    const { account } = visitorOf(request)
    return sendPage(request, reply, (view) =>
      addressPage(view, { account, mails: mailer !== undefined, done, problem }),
    )
  }

  const change = async (request: FastifyRequest, email: string): Promise<boolean> => {
    const { account } = visitorOf(request)
    const at = clock.now()
    const detail = { from: account.email, to: email }
    const facts = { id: newId('evt', at), at, kind: 'address_changed', accountId: account.id, detail } as const
    if (!(await accounts.changeEmail(account.id, email, securityEvent(originOf(request), facts)))) return false
    sendLater(context, changedMail(account.email, email))
    return true
  }

  /** The account's own link of a token, as long as it holds. */
  const ownLink = async (request: FastifyRequest, token: string) => {
    const link = await access.findLink(hashToken(token), clock.now())
    return link?.accountId === visitorOf(request).account.id ? link.email : undefined
  }

  scope.get('/account/address', { onRequest: mustBeSignedIn }, (request, reply) => show(request, reply))
  scope.post('/account/address', { onRequest: fresh }, async (request, reply) => {
    const { account } = visitorOf(request)
    const email = normalizeEmail(field(request, 'email'))
    if (email === undefined || !isReachable(email)) return show(request, reply, PROBLEMS.email)
    if (email === account.email) return show(request, reply, 'This is already your address.')
    if (!mailer) {
      if (!(await change(request, email))) return show(request, reply, TAKEN)
      return reply.redirect('/account/address?done=changed', 303)
    }
    const wait = await limits.mail(email, request.ip)
    if (wait !== undefined) return show(request, reply, tooManyTries(wait))
    const token = await addEntryLink(access, { accountId: account.id, email }, clock.now())
    // Nobody is told here whether somebody else has the address: if so, the link changes nothing.
    sendLater(context, addressMail(email, `${baseUrl}/account/address/confirm?token=${token}`))
    return reply.redirect('/account/address?done=sent', 303)
  })
  scope.get('/account/address/confirm', { onRequest: mustBeSignedIn }, async (request, reply) => {
    const token = parameter(request, 'token') ?? ''
    const email = await ownLink(request, token)
    if (email === undefined) throw over
    return sendPage(request, reply, (view) => confirmPage(view, token, email))
  })
  scope.post('/account/address/confirm', { onRequest: mustBeSignedIn }, async (request, reply) => {
    const token = field(request, 'token')
    const email = await ownLink(request, token)
    const taken = email === undefined ? undefined : await access.takeLink(hashToken(token), clock.now())
    if (email === undefined || !taken || !(await change(request, email))) throw over
    return reply.redirect('/account/address?done=changed', 303)
  })
}

const over = new PageError(
  410,
  'This link does not work',
  'It has already been used, is more than an hour old, belongs to another account, or its address cannot be used. Nothing was changed.',
)

interface AddressPage {
  account: Account
  mails: boolean
  done: string | undefined
  problem: string | undefined
}

function addressPage(view: View, { account, mails, done, problem }: AddressPage): PageContent {
  return {
    title: 'Email address',
    status: problem === undefined ? 200 : 400,
    body: html`<section class="narrow">
<a class="crumb" href="/account">Account</a>
<h1>Email address</h1>
${notice(done)}
${notice(problem, 'problem')}
<p>Your address is <b>${account.email}</b>. You sign in with it.</p>
<form method="post" action="/account/address" class="stack card">
${formField(view)}
<label>New email address <input type="email" name="email" required maxlength="254" autocomplete="email"></label>
<p class="hint">${
      mails
        ? 'We’ll email a link to the new address. Your address changes once you confirm it there.'
        : 'This takes effect immediately. The address is not verified, because this service does not send email.'
    }</p>
<button class="primary">Change the address</button>
</form>
</section>`,
  }
}

function confirmPage(view: View, token: string, email: string): PageContent {
  return {
    title: 'Confirm the new address',
    body: html`<section class="narrow card">
<h1>Confirm the new address</h1>
<p>From now on you’ll sign in with <b>${email}</b>. Links sent to the old address will no longer work.</p>
<form method="post" action="/account/address/confirm" class="inline">
${formField(view)}
<input type="hidden" name="token" value="${token}">
<button class="primary">Use this address</button>
<a class="button" href="/account/address">Cancel</a>
</form>
</section>`,
  }
}
