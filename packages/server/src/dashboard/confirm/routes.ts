import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { callerOf } from '#kernel/address.ts'
import { originOf } from '../audit.ts'
import { notice } from '../components.ts'
import type { DashboardContext } from '../context.ts'
import { field, parameter } from '../forms.ts'
import { html } from '../html.ts'
import { placeFor } from '../places.ts'
import { mustBeSignedIn, visitorOf } from '../session.ts'
import { tooManyTries } from '../sign-in/pages.ts'
import { formField, type PageContent, type View } from '../view.ts'

/** `/confirm`: the password again, before keys are changed or an operator acts. It opens a new session. */
export function registerConfirm(scope: FastifyInstance, context: DashboardContext): void {
  const { signIn, sessions, limits, audit, sessionCookie, sendPage } = context
  const onRequest = mustBeSignedIn

  const show = (request: FastifyRequest, reply: FastifyReply, to: string, problem?: string) =>
    sendPage(request, reply, (view) => confirmPage(view, to, problem))

  scope.get('/confirm', { onRequest }, async (request, reply) => {
    if (!visitorOf(request).hasPassword) return reply.redirect('/account?done=no-password', 303)
    return await show(request, reply, placeFor(parameter(request, 'to') ?? ''))
  })
  scope.post('/confirm', { onRequest }, async (request, reply) => {
    const { account } = visitorOf(request)
    const to = placeFor(field(request, 'to'))
    const wait = await limits.try(account.email, request.ip)
    if (wait !== undefined) return await show(request, reply, to, tooManyTries(wait))
    const known = await signIn.check(account.email, field(request, 'password'), callerOf(request.ip))
    if (known?.id !== account.id) {
      await audit(request, 'sign_in_failed', { accountId: account.id })
      return await show(request, reply, to, 'The password is wrong.')
    }
    await limits.succeeded(account.email, request.ip)
    if (request.sessionToken !== undefined) await sessions.close(request.sessionToken)
    sessionCookie.set(reply, await sessions.open(account.id, originOf(request)))
    await audit(request, 'password_confirmed', { accountId: account.id })
    return reply.redirect(to, 303)
  })
}

function confirmPage(view: View, to: string, problem: string | undefined): PageContent {
  const { email } = view.visitor?.account ?? { email: '' }
  return {
    title: 'Confirm your password',
    status: problem === undefined ? 200 : 401,
    body: html`<section class="narrow">
<h1>Confirm your password</h1>
<p>You signed in more than 30 minutes ago. Before keys are changed or an operator acts, we make sure that it is still you. Nothing has been changed yet.</p>
${notice(problem, 'problem')}
<form method="post" action="/confirm" class="stack">
${formField(view)}
<input type="hidden" name="to" value="${to}">
<input type="email" name="email" value="${email}" autocomplete="username" hidden>
<label>Password <input type="password" name="password" autocomplete="current-password" required></label>
<button class="primary">Confirm</button>
<a class="button" href="${to}">Cancel</a>
</form>
</section>`,
  }
}
