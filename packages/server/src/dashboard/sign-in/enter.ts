import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Account } from '#accounts/account.ts'
import type { LinkPurpose } from '#accounts/sign-in.ts'
import { callerOf } from '#kernel/address.ts'
import { commandWords } from '#kernel/command-words.ts'
import type { DashboardContext } from '../context.ts'
import { field, parameter } from '../forms.ts'
import { PageError } from '../page-error.ts'
import { checkCode } from './check-code.ts'
import { openSession } from './complete.ts'
import { createPage, enterPage } from './enter-pages.ts'
import { PROBLEMS, type Refused } from './pages.ts'

const expired = new PageError(
  410,
  'This link no longer works',
  'Each link works once and expires after an hour. Request a new one on the sign-in page, or ask the operator of this service for one.',
)

/** What the holder of the first link is told of an account that has an owner, or is suspended. */
function opened(email: string): string {
  return `This address has an account that can sign in already, or is suspended. To make it the operator’s, run ${commandWords()} account operator ${email} where the service runs, then sign in. Or use a different address.`
}

/**
 * `/enter`, which one-time links lead to. Only the button spends a link: what looks at it first, such as a mail
 * scanner or a link preview, changes nothing.
 */
export function registerEnter(scope: FastifyInstance, context: DashboardContext): void {
  const { signIn, audit, twoFactor, sendPage } = context

  const show = async (
    request: FastifyRequest,
    reply: FastifyReply,
    purpose: LinkPurpose,
    token: string,
    refused?: Refused,
  ) => {
    const needsCode = purpose.kind === 'enter' && (await twoFactor.status(purpose.account.id)).on
    const adoptable = purpose.kind === 'first' ? await signIn.adoptable() : []
    return await sendPage(request, reply, (view) =>
      purpose.kind === 'enter'
        ? enterPage(view, { token, account: purpose.account, needsCode, refused })
        : createPage(view, { token, purpose, adoptable, refused }),
    )
  }

  const read = async (token: string) => {
    const purpose = await signIn.readLink(token)
    if (purpose === undefined) throw expired
    return purpose
  }

  /** Spends the link; or tells what is wrong with what was entered. */
  const spend = async (
    request: FastifyRequest,
    reply: FastifyReply,
    purpose: LinkPurpose,
    token: string,
  ): Promise<{ account: Account; secondFactor: boolean } | { refused: Refused }> => {
    if (purpose.kind === 'enter') {
      const { id: accountId, email } = purpose.account
      // Before the link is spent: whoever reads the owner's mail and has no code changes nothing.
      const needsCode = (await twoFactor.status(accountId)).on
      if (needsCode) {
        const refused = await checkCode(context, request, reply, { accountId, code: field(request, 'code') })
        if (refused) return { refused: { ...refused, email } }
      }
      const account = await signIn.enter(token)
      if (!account) throw expired
      await audit(request, 'link_used', { accountId: account.id })
      return { account, secondFactor: needsCode }
    }
    const email = field(request, 'email')
    const created = await signIn.create(token, email, field(request, 'password'), callerOf(request.ip))
    if ('problem' in created) {
      if (created.problem === 'expired') throw expired
      const problem = created.problem === 'opened' ? opened(email) : PROBLEMS[created.problem]
      return { refused: { status: 400, problem, email } }
    }
    const { account, adopted = false } = created
    await audit(request, adopted ? 'password_set' : 'signed_up', { accountId: account.id })
    if (purpose.kind === 'first') await audit(request, 'operator_granted', { accountId: account.id })
    return { account, secondFactor: false }
  }

  scope.get('/enter', async (request, reply) => {
    const token = parameter(request, 'token') ?? ''
    return await show(request, reply, await read(token), token)
  })
  scope.post('/enter', async (request, reply) => {
    const token = field(request, 'token')
    const purpose = await read(token)
    const entered = await spend(request, reply, purpose, token)
    if ('refused' in entered) return await show(request, reply, purpose, token, entered.refused)
    await openSession(context, request, reply, { ...entered, byLink: purpose.kind === 'enter' })
    return reply.redirect(purpose.kind === 'enter' ? '/account?done=entered' : '/start', 303)
  })
}
