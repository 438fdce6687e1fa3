import type { FastifyReply, FastifyRequest } from 'fastify'
import { isShortCode } from '#accounts/two-factor.ts'
import type { DashboardContext } from '../context.ts'
import { html } from '../html.ts'
import { tooManyTries } from './pages.ts'

/** Why a code was not taken, and the status that says so. */
export interface RefusedCode {
  status: number
  problem: string
}

/** Checks a code or a backup code of an account, within the limits, and takes note of it. */
export async function checkCode(
  { twoFactor, limits, audit }: DashboardContext,
  request: FastifyRequest,
  reply: FastifyReply,
  { accountId, code }: { accountId: string; code: string },
): Promise<RefusedCode | undefined> {
  const wait =
    (await limits.code(accountId, request.ip)) ?? (isShortCode(code) ? await limits.shortCode(accountId) : undefined)
  if (wait !== undefined) {
    reply.header('retry-after', wait)
    return { status: 429, problem: tooManyTries(wait) }
  }
  const kind = await twoFactor.check(accountId, code)
  if (kind === undefined) {
    await audit(request, 'code_failed', { accountId })
    return {
      status: 401,
      problem: 'That code is not correct or has already been used. Wait for the next one and try again.',
    }
  }
  await limits.codeSucceeded(accountId, request.ip)
  if (kind === 'backup') {
    const { backupCodes } = await twoFactor.status(accountId)
    await audit(request, 'backup_code_used', { accountId, detail: { left: backupCodes } })
  }
  return undefined
}

/** The field of a code, for an app's or a backup code. */
export const codeField = html`<label>Code <input name="code" autocomplete="one-time-code" autocapitalize="characters"
 spellcheck="false" maxlength="40" required aria-describedby="code-hint"></label>
<p class="hint" id="code-hint">The six digits from your authenticator app, or one of your backup codes.</p>`
