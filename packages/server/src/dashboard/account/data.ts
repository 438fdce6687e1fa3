import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Account } from '#accounts/account.ts'
import { originOf } from '../audit.ts'
import { notice, typedAddress } from '../components.ts'
import type { DashboardContext } from '../context.ts'
import { field } from '../forms.ts'
import { html } from '../html.ts'
import { mustBeFresh, mustBeSignedIn, visitorOf } from '../session.ts'
import { formField, type PageContent, type View } from '../view.ts'
import { exportAccount } from './export.ts'

/** `/account/data`: everything that is kept of an account, and the end of it. */
export function registerAccountData(scope: FastifyInstance, context: DashboardContext): void {
  const { access, sessions, deletion, audit, sessionCookie, sendPage } = context
  const fresh = mustBeFresh(sessions)
  const show = (request: FastifyRequest, reply: FastifyReply, problem?: string) =>
    sendPage(request, reply, (view) => dataPage(view, visitorOf(request).account, problem))

  scope.get('/account/data', { onRequest: mustBeSignedIn }, (request, reply) => show(request, reply))
  scope.post('/account/data/export', { onRequest: fresh }, async (request, reply) => {
    const { id } = visitorOf(request).account
    await audit(request, 'data_exported', { accountId: id })
    return reply
      .type('application/json; charset=utf-8')
      .header('content-disposition', 'attachment; filename="deep-research-account.json"')
      .send(Readable.from(exportAccount(context, id)))
  })
  scope.post('/account/data/delete', { onRequest: fresh }, async (request, reply) => {
    const { account, operator } = visitorOf(request)
    if (field(request, 'confirm').trim().toLowerCase() !== account.email) {
      return show(request, reply, 'That doesn’t match the address of this account. Nothing was deleted.')
    }
    if (operator && (await access.operators()).length === 1) {
      return show(request, reply, 'You are the only operator. Make another account an operator first.')
    }
    await deletion.begin(account, originOf(request))
    sessionCookie.clear(reply)
    return reply.redirect('/sign-in?done=deleted', 303)
  })
}

function dataPage(view: View, { email }: Account, problem: string | undefined): PageContent {
  return {
    title: 'Your data',
    status: problem === undefined ? 200 : 400,
    body: html`<section class="narrow">
<a class="crumb" href="/account">Account</a>
<h1>Your data</h1>
${notice(problem, 'problem')}
<form method="post" action="/account/data/export" class="card">
${formField(view)}
<h2>Export</h2>
<p>A single JSON file with your account, keys (without their secrets), questions, the answers we still hold, ledger and security activity.</p>
<button>Download your data</button>
</form>
<form method="post" action="/account/data/delete" class="stack card">
${formField(view)}
<h2>Delete the account</h2>
<p>This deletes your questions, answers, keys, sessions and security activity, cancels anything still running, and forfeits your remaining credits. The ledger stays, without your address or questions. This cannot be undone.</p>
${typedAddress(email)}
<button class="danger">Delete the account</button>
</form>
</section>`,
  }
}
