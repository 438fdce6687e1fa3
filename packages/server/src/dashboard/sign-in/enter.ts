import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { EnterProblem } from '#accounts/sign-in.ts'
import { callerOf } from '#kernel/address.ts'
import type { DashboardContext } from '../context.ts'
import { field, parameter } from '../forms.ts'
import { PageError } from '../page-error.ts'
import { enterPage, setUpPage } from './enter-pages.ts'
import { PROBLEMS, type Refused } from './pages.ts'

const expired = new PageError(
  410,
  'This link no longer works',
  'A link works once, within an hour. The operator of this service can create a new one with "deep-research account link EMAIL".',
)

/**
 * `/enter`, which one-time links lead to. Only the button spends a link: what looks at it first, such as a mail
 * scanner or a link preview, changes nothing.
 */
export function registerEnter(
  scope: FastifyInstance,
  { signIn, audit, sessionCookie, sendPage }: DashboardContext,
): void {
  const show = async (request: FastifyRequest, reply: FastifyReply, token: string, refused?: Refused) => {
    const purpose = await signIn.readLink(token)
    if (purpose === undefined) throw expired
    return await sendPage(request, reply, (view) =>
      purpose === 'first' ? setUpPage(view, token, refused) : enterPage(view, token, purpose.account),
    )
  }

  const enter = async (request: FastifyRequest, token: string): Promise<string | { problem: EnterProblem }> => {
    if ((await signIn.readLink(token)) !== 'first') return (await signIn.enter(token)) ?? { problem: 'expired' }
    const created = await signIn.createFirst(
      token,
      field(request, 'email'),
      field(request, 'password'),
      callerOf(request.ip),
    )
    return 'session' in created ? created.session : created
  }

  scope.get('/enter', (request, reply) => show(request, reply, parameter(request, 'token') ?? ''))
  scope.post('/enter', async (request, reply) => {
    const token = field(request, 'token')
    const byLink = (await signIn.readLink(token)) !== 'first'
    const entered = await enter(request, token)
    if (typeof entered !== 'string') {
      if (entered.problem === 'expired') throw expired
      const refused = { status: 400, problem: PROBLEMS[entered.problem], email: field(request, 'email') }
      return await show(request, reply, token, refused)
    }
    if (request.sessionToken !== undefined) await signIn.close(request.sessionToken)
    sessionCookie.set(reply, entered)
    const accountId = (await signIn.find(entered))?.account.id
    await audit(request, byLink ? 'link_used' : 'signed_up', { accountId })
    if (!byLink) await audit(request, 'operator_granted', { accountId })
    return reply.redirect(byLink ? '/account?done=entered' : '/credentials', 303)
  })
}
