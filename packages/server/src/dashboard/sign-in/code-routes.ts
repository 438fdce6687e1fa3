import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { notice } from '../components.ts'
import type { DashboardContext } from '../context.ts'
import { field } from '../forms.ts'
import { html } from '../html.ts'
import { formField, type PageContent, type View } from '../view.ts'
import { checkCode, codeField, type RefusedCode } from './check-code.ts'
import { signInAndGo } from './complete.ts'

/** `/sign-in/code`: the second factor, for whoever entered the right password within the last ten minutes. */
export function registerCode(scope: FastifyInstance, context: DashboardContext): void {
  const { challenges, stepCookies, accounts, sendPage } = context
  const show = (request: FastifyRequest, reply: FastifyReply, refused?: RefusedCode) =>
    sendPage(request, reply, (view) => codePage(view, refused))
  const late = (reply: FastifyReply) => {
    stepCookies.clear(reply, 'code')
    return reply.redirect('/sign-in?done=late', 303)
  }
  scope.get('/sign-in/code', async (request, reply) => {
    const step = await challenges.read('code', stepCookies.read(request, 'code'))
    return step ? await show(request, reply) : late(reply)
  })
  scope.post('/sign-in/code', async (request, reply) => {
    const token = stepCookies.read(request, 'code')
    const step = await challenges.read('code', token)
    const account = step && (await accounts.find(step.accountId))
    if (!account || (account.signInEpoch ?? 0) !== step.epoch) return late(reply)
    const code = { accountId: account.id, code: field(request, 'code') }
    const refused = await checkCode(context, request, reply, code)
    if (refused) return await show(request, reply, refused)
    if (!(await challenges.take('code', token))) return late(reply)
    stepCookies.clear(reply, 'code')
    return await signInAndGo(context, request, reply, { account, to: step.to, by: 'two factors', secondFactor: true })
  })
}

function codePage(view: View, refused: RefusedCode | undefined): PageContent {
  return {
    title: 'Two-factor sign-in',
    status: refused?.status ?? 200,
    body: html`<section class="narrow">
<h1>Enter your code</h1>
${notice(refused?.problem, 'problem')}
<form method="post" action="/sign-in/code" class="stack">
${formField(view)}
${codeField}
<button class="primary">Sign in</button>
</form>
<p class="hint">Lost both? The operator of this service can turn off two-factor sign-in for you. <a href="/sign-in">Back to sign-in</a></p>
</section>`,
  }
}
