import type { Visitor } from '#accounts/access.ts'
import type { DashboardContext } from '../context.ts'
import { PageError } from '../page-error.ts'

/**
 * Call it before a passkey or a provider is removed. @throws {@link PageError} where nothing else would open the
 * account.
 */
export async function mustKeepOneWay(
  { ways }: Pick<DashboardContext, 'ways'>,
  { account, hasPassword }: Visitor,
): Promise<void> {
  const [passkeys, identities] = await Promise.all([ways.passkeys.list(account.id), ways.identities.list(account.id)])
  if (hasPassword || passkeys.length + identities.length > 1) return
  throw new PageError(409, 'This is your only way in', 'Set a password first, or add another passkey or provider.')
}
