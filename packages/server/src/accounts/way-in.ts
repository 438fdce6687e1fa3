import type { AccessStore } from './access.ts'
import type { Account } from './account.ts'
import type { IdentityStore, PasskeyStore, TwoFactorStore } from './ways.ts'

/** Where the ways into accounts are stored. */
export interface WaysIn {
  access: Pick<AccessStore, 'password'>
  twoFactors: Pick<TwoFactorStore, 'find'>
  passkeys: Pick<PasskeyStore, 'list'>
  identities: Pick<IdentityStore, 'list'>
}

/** Whether anybody has a way into the account. */
export async function hasWayIn(
  { access, twoFactors, passkeys, identities }: WaysIn,
  { id }: Pick<Account, 'id'>,
): Promise<boolean> {
  const found = await Promise.all([
    access.password(id),
    twoFactors.find(id),
    passkeys.list(id).then(([first]) => first),
    identities.list(id).then(([first]) => first),
  ])
  return found.some((each) => each !== undefined)
}
