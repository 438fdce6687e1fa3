import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { normalizeEmail } from '#accounts/account.ts'
import { isReachable } from '#accounts/sign-in.ts'
import { UserError } from '#kernel/user-error.ts'
import { notice } from '../components.ts'
import type { DashboardContext } from '../context.ts'
import { field, parameter } from '../forms.ts'
import { html, none } from '../html.ts'
import { mustBeFresh } from '../session.ts'
import { sendLater } from '../sign-in/mail-routes.ts'
import { invitationMail } from '../sign-in/mails.ts'
import { formField, type PageContent, type View } from '../view.ts'

interface Told {
  email?: string
  problem?: string
  done?: string | undefined
  /** The link, where the service sends no mail: the only time that it is shown. */
  link?: string
}

/** `/operator/invite`: lets somebody make an account, even where sign-up is closed. */
export function registerInvitations(scope: FastifyInstance, context: DashboardContext): void {
  const { accounts, signIn, audit, mailer, sessions, sendPage, baseUrl } = context
  const onRequest = mustBeFresh(sessions, context.mustBeOperator)
  const show = (request: FastifyRequest, reply: FastifyReply, told: Told) =>
    sendPage(request, reply, (view) => invitePage(view, told, mailer !== undefined))

  const invite = async (request: FastifyRequest, reply: FastifyReply, address: string) => {
    const email = normalizeEmail(address)
    if (email === undefined || !isReachable(email)) throw new UserError('That is not an email address.')
    if (await accounts.find(email)) throw new UserError('This address already has an account.')
    const token = await signIn.createInvitation(email)
    await audit(request, 'invited', { accountId: undefined, detail: { email } })
    const link = `${baseUrl || `${request.protocol}://${request.host}`}/enter?token=${token}`
    if (!mailer) return await show(request, reply, { link })
    sendLater(context, invitationMail(email, link))
    return reply.redirect('/operator/invite?done=sent', 303)
  }

  scope.get('/operator/invite', { onRequest }, (request, reply) => {
    const done = parameter(request, 'done') === 'sent' ? 'The invitation is on its way.' : undefined
    return show(request, reply, { done })
  })
  scope.post('/operator/invite', { onRequest }, async (request, reply) => {
    const email = field(request, 'email')
    try {
      return await invite(request, reply, email)
    } catch (error) {
      if (!(error instanceof UserError)) throw error
      return await show(request, reply, { email, problem: error.message })
    }
  })
}

function invitePage(view: View, { email = '', problem, done, link }: Told, byMail: boolean): PageContent {
  return {
    title: 'Invite somebody',
    status: problem === undefined ? 200 : 400,
    body: html`<section class="narrow">
<a class="crumb" href="/operator">Operator</a>
<h1>Invite somebody</h1>
${notice(done)}
${notice(problem, 'problem')}
${
  link === undefined
    ? none
    : html`<p>Send this link through a private channel. It works once, expires after seven days, and is not shown again.</p>
<div class="copy"><code id="invitation">${link}</code><button type="button" data-copy="invitation" hidden>Copy</button></div>`
}
<p>${byMail ? 'The message has a link' : 'You get a link'} that makes an account for this address, also where sign-up is closed or open for other domains only. It works once, within seven days.</p>
<form method="post" action="/operator/invite" class="stack card narrow">
${formField(view)}
<label>Email address <input type="email" name="email" value="${email}" required autocomplete="off"></label>
<button class="primary">${byMail ? 'Send the invitation' : 'Make a link'}</button>
</form>
</section>`,
  }
}
