import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { normalizeEmail } from '#accounts/account.ts'
import { callerOf } from '#kernel/address.ts'
import type { DashboardContext } from '../context.ts'
import { field, parameter } from '../forms.ts'
import { PageError } from '../page-error.ts'
import { registerCode } from './code-routes.ts'
import { completeSignIn, signInAndGo } from './complete.ts'
import { registerEnter } from './enter.ts'
import { signUpByMailPage, signUpMailedPage } from './mail-pages.ts'
import { mailSignUp, registerForgotPassword } from './mail-routes.ts'
import { NOT_SET_UP, PROBLEMS, type Refused, signInPage, signUpPage, tooManyTries } from './pages.ts'
import { signUpOpen } from './sign-up-open.ts'

const DONE: Record<string, string> = {
  out: 'You have signed out.',
  deleted: 'Your account has been deleted.',
  late: 'Your sign-in has expired. Please sign in again.',
  everywhere: 'You have been signed out everywhere.',
  taken: 'This address already has an account, and its password has not changed. Sign in with it.',
  password: 'Your new password is set and every session has been closed. Sign in with it now.',
}

const closed = new PageError(403, 'Sign-up is closed', 'On this service, accounts are created by the operator.')

const notSetUp = new PageError(403, 'This service is not set up yet', NOT_SET_UP)

/** `/sign-in`, `/sign-up`, `/sign-out`, and `/enter`, which a link of the command line opens. */
export function registerSignIn(scope: FastifyInstance, context: DashboardContext): void {
  registerForms(scope, context)
  registerCode(scope, context)
  registerSignUp(scope, context)
  registerEnter(scope, context)
  registerForgotPassword(scope, context)
}

function registerForms(scope: FastifyInstance, context: DashboardContext): void {
  const { signIn, sessions, accounts, limits, audit, sessionCookie, sendPage } = context
  const show = async (request: FastifyRequest, reply: FastifyReply, refused?: Refused) => {
    const to = refused ? field(request, 'to') : (parameter(request, 'to') ?? '')
    const done = DONE[parameter(request, 'done') ?? '']
    const open = await signUpOpen(context)
    const isSetUp = await signIn.isSetUp()
    return await sendPage(request, reply, (view) =>
      signInPage(view, {
        to,
        signUpOpen: open,
        isSetUp,
        byMail: context.mailer !== undefined,
        passkeys: context.passkeys !== undefined,
        provider: context.provider?.name,
        done,
        ...(refused && { refused }),
      }),
    )
  }
  scope.get('/sign-in', (request, reply) =>
    request.visitor ? reply.redirect('/credentials', 303) : show(request, reply),
  )
  scope.post('/sign-in', async (request, reply) => {
    const email = field(request, 'email')
    const wait = await limits.try(email, request.ip)
    if (wait !== undefined) return show(request, reply, tooOften(reply, wait, email))
    const account = await signIn.check(email, field(request, 'password'), callerOf(request.ip))
    if (!account) {
      const known = await accounts.find(normalizeEmail(email) ?? '')
      await audit(request, 'sign_in_failed', { accountId: known?.id })
      return show(request, reply, { status: 401, problem: 'The email address or password is not correct.', email })
    }
    await limits.succeeded(email, request.ip)
    return await completeSignIn(context, request, reply, { account, to: field(request, 'to') })
  })
  scope.post('/sign-out', async (request, reply) => {
    if (request.sessionToken !== undefined) await sessions.close(request.sessionToken)
    sessionCookie.clear(reply)
    return reply.redirect('/sign-in?done=out', 303)
  })
}

function registerSignUp(scope: FastifyInstance, context: DashboardContext): void {
  const { signIn, limits, mailer, audit, sendPage } = context
  const show = (request: FastifyRequest, reply: FastifyReply, refused?: Refused) =>
    sendPage(request, reply, (view) => (mailer ? signUpByMailPage : signUpPage)(view, refused))
  const mustBeOpen = async () => {
    if (!(await signIn.isSetUp())) throw notSetUp
    if (!(await signUpOpen(context))) throw closed
  }
  scope.get('/sign-up', async (request, reply) => {
    if (request.visitor) return reply.redirect('/credentials', 303)
    await mustBeOpen()
    return await show(request, reply)
  })
  scope.post('/sign-up', async (request, reply) => {
    await mustBeOpen()
    if (mailer) {
      const refused = await mailSignUp(context, request, reply)
      return refused ? await show(request, reply, refused) : await sendPage(request, reply, () => signUpMailedPage)
    }
    const email = field(request, 'email')
    const wait = await limits.signUp(request.ip)
    if (wait !== undefined) return show(request, reply, tooOften(reply, wait, email))
    const made = await signIn.signUp(email, field(request, 'password'), callerOf(request.ip))
    if ('problem' in made && made.problem !== 'taken') {
      return show(request, reply, { status: 400, problem: PROBLEMS[made.problem], email })
    }
    if (!('account' in made)) return reply.redirect('/sign-in?done=taken&to=/start', 303)
    await audit(request, 'signed_up', { accountId: made.account.id })
    return await signInAndGo(context, request, reply, { account: made.account, to: '/start' })
  })
}

function tooOften(reply: FastifyReply, seconds: number, email: string): Refused {
  reply.header('retry-after', seconds)
  return { status: 429, problem: tooManyTries(seconds), email }
}
