import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { PASSWORD_LENGTH } from '#accounts/password.ts'
import type { SignUpProblem } from '#accounts/sign-in.ts'
import { duration } from '../components.ts'
import { field, parameter } from '../forms.ts'
import { PageError } from '../page-error.ts'
import type { Rooms } from '../rooms.ts'
import { createSignInLimits, type SignInLimits } from './limits.ts'
import { type Refused, signInPage, signUpPage } from './pages.ts'

/** Pages that a sign-in may lead on to. */
const PLACES = /^\/(credentials|credits|usage|playground|account|operator)(\/|\?|$)/

const PROBLEMS: Record<SignUpProblem, string> = {
  email: 'This is no e-mail address.',
  password: `The password must have ${PASSWORD_LENGTH.min} to ${PASSWORD_LENGTH.max} characters.`,
  taken: 'This address has an account already. Sign in, or ask the operator for a link that opens it.',
}

const DONE: Record<string, string> = {
  out: 'You are signed out.',
  everywhere: 'You are signed out everywhere.',
  password: 'The password is set, and every session is closed. Sign in with it.',
}

/** `/sign-in`, `/sign-up`, `/sign-out`, and `/enter`, which a link of the command line opens. */
export function registerSignIn(scope: FastifyInstance, rooms: Rooms): void {
  const limits = createSignInLimits(rooms.clock)
  registerForms(scope, rooms, limits)
  if (rooms.signUpOpen) registerSignUp(scope, rooms, limits)
  else {
    scope.get('/sign-up', () => {
      throw new PageError(403, 'Sign-up is closed', 'Accounts of this service are made by its operator.')
    })
  }
  scope.get('/enter', async (request, reply) => {
    const opened = await rooms.signIn.enter(parameter(request, 'token') ?? '')
    if (opened === undefined) {
      throw new PageError(
        410,
        'This link is over',
        'A link opens the dashboard once, within an hour. The operator makes a new one with "deep-research account link EMAIL".',
      )
    }
    rooms.sessionCookie.set(reply, opened)
    return reply.redirect('/credentials', 303)
  })
}

function registerForms(scope: FastifyInstance, rooms: Rooms, limits: SignInLimits): void {
  const { signIn, sessionCookie, sendPage, signUpOpen } = rooms
  const show = (request: FastifyRequest, reply: FastifyReply, refused?: Refused) => {
    const to = refused ? field(request, 'to') : (parameter(request, 'to') ?? '')
    const done = DONE[parameter(request, 'done') ?? '']
    return sendPage(request, reply, (view) => signInPage(view, { to, signUpOpen, done, ...(refused && { refused }) }))
  }
  scope.get('/sign-in', (request, reply) =>
    request.visitor ? reply.redirect('/credentials', 303) : show(request, reply),
  )
  scope.post('/sign-in', async (request, reply) => {
    const email = field(request, 'email')
    const wait = limits.try(email, request.ip)
    if (wait !== undefined) return show(request, reply, tooOften(reply, wait, email))
    const account = await signIn.check(email, field(request, 'password'))
    if (!account) {
      return show(request, reply, { status: 401, problem: 'The e-mail address or the password is wrong.', email })
    }
    limits.succeeded(email)
    if (request.sessionToken !== undefined) await signIn.close(request.sessionToken)
    sessionCookie.set(reply, await signIn.open(account.id))
    const to = field(request, 'to')
    return reply.redirect(PLACES.test(to) ? to : '/credentials', 303)
  })
  scope.post('/sign-out', async (request, reply) => {
    if (request.sessionToken !== undefined) await signIn.close(request.sessionToken)
    sessionCookie.clear(reply)
    return reply.redirect('/sign-in?done=out', 303)
  })
}

function registerSignUp(
  scope: FastifyInstance,
  { signIn, sessionCookie, sendPage }: Rooms,
  limits: SignInLimits,
): void {
  const show = (request: FastifyRequest, reply: FastifyReply, refused?: Refused) =>
    sendPage(request, reply, (view) => signUpPage(view, refused))
  scope.get('/sign-up', (request, reply) =>
    request.visitor ? reply.redirect('/credentials', 303) : show(request, reply),
  )
  scope.post('/sign-up', async (request, reply) => {
    const email = field(request, 'email')
    const wait = limits.signUp(request.ip)
    if (wait !== undefined) return show(request, reply, tooOften(reply, wait, email))
    const made = await signIn.signUp(email, field(request, 'password'))
    if ('problem' in made) return show(request, reply, { status: 400, problem: PROBLEMS[made.problem], email })
    sessionCookie.set(reply, await signIn.open(made.account.id))
    return reply.redirect('/credentials', 303)
  })
}

function tooOften(reply: FastifyReply, seconds: number, email: string): Refused {
  reply.header('retry-after', seconds)
  return { status: 429, problem: `Too many attempts. Try again in ${duration(seconds * 1000)}.`, email }
}
