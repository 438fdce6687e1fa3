import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { normalizeEmail } from '#accounts/account.ts'
import { isReachable } from '#accounts/sign-in.ts'
import { describeError } from '#kernel/log.ts'
import type { Mail } from '#kernel/mail.ts'
import type { DashboardContext } from '../context.ts'
import { field } from '../forms.ts'
import { forgotPage, resetMailedPage } from './mail-pages.ts'
import { resetMail, signUpMail, takenMail } from './mails.ts'
import { PROBLEMS, type Refused, tooManyTries } from './pages.ts'
import { isOfDomain, otherDomain } from './sign-up-open.ts'

/**
 * Sends a message in the background: how long that takes would tell whether an address has an account. Of what went
 * wrong only the code is logged, as the message names the address.
 */
export function sendLater({ mailer, log }: DashboardContext, mail: Mail): void {
  mailer?.send(mail).catch((error: unknown) => {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
    log.error({ code }, 'a message could not be sent')
  })
}

/** An address from a form, or why nothing is mailed to it. */
async function readAddress(
  { limits }: DashboardContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<{ email: string } | { refused: Refused }> {
  const text = field(request, 'email')
  const email = normalizeEmail(text)
  if (email === undefined || !isReachable(email)) {
    return { refused: { status: 400, problem: PROBLEMS.email, email: text } }
  }
  const wait = await limits.mail(email, request.ip)
  if (wait === undefined) return { email }
  reply.header('retry-after', wait)
  return { refused: { status: 429, problem: tooManyTries(wait), email: text } }
}

/** What is answered to whoever asked for mail; undefined where it is on its way. */
export async function mailSignUp(
  context: DashboardContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Refused | undefined> {
  const { accounts, signIn, baseUrl } = context
  const read = await readAddress(context, request, reply)
  if ('refused' in read) return read.refused
  const { email } = read
  if (!isOfDomain(context, email)) return { status: 403, problem: otherDomain(context), email }
  const link = await signIn.createSignUpLink(email)
  const taken = await accounts.find(email)
  sendLater(context, taken ? takenMail(email, baseUrl) : signUpMail(email, `${baseUrl}/enter?token=${link}`))
  return undefined
}

/** `/forgot-password`: mails a link that opens the account. There is no such page without a mail server. */
export function registerForgotPassword(scope: FastifyInstance, context: DashboardContext): void {
  if (!context.mailer) return
  const { accounts, signIn, audit, sendPage, baseUrl, log } = context
  scope.get('/forgot-password', (request, reply) => sendPage(request, reply, (view) => forgotPage(view)))
  scope.post('/forgot-password', async (request, reply) => {
    const read = await readAddress(context, request, reply)
    if ('refused' in read) return await sendPage(request, reply, (view) => forgotPage(view, read.refused))
    // Done after the answer: what is written for an account takes time, and would tell that there is one.
    mailReset(read.email, request).catch((error: unknown) => {
      log.error({ request_id: request.id, ...describeError(error) }, 'a link could not be made')
    })
    return await sendPage(request, reply, () => resetMailedPage)
  })

  const mailReset = async (email: string, request: FastifyRequest) => {
    const account = await accounts.find(email)
    if (!account) return
    const link = await signIn.createResetLink(account.id)
    await audit(request, 'reset_requested', { accountId: account.id })
    sendLater(context, resetMail(account.email, `${baseUrl}/enter?token=${link}`))
  }
}
