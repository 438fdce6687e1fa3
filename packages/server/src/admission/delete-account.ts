import type { Account } from '#accounts/account.ts'
import type { AccountStore } from '#accounts/ports.ts'
import { type Origin, securityEvent } from '#accounts/security-event.ts'
import type { Clock } from '#kernel/clock.ts'
import { newId } from '#kernel/ids.ts'
import type { Admission } from './admission.ts'
import type { HistoryStore } from './history.ts'

/** How many running requests are cancelled at a time; no tier allows as many. */
const RUNNING = 100

export interface AccountDeletion {
  /**
   * Closes an account. Nobody can sign in any more, its address is free, and running requests are cancelled. Questions,
   * answers, events, keys and sessions are erased; its ledger stays without a name. False if it is already gone.
   */
  begin(account: Account, origin: Origin): Promise<boolean>
  /** Erases what is left after a restart, or after a request could not be reached. */
  finish(): Promise<void>
}

export interface AccountDeletionParts {
  accounts: AccountStore
  history: Pick<HistoryStore, 'running'>
  admission: Pick<Admission, 'cancel'>
  clock: Clock
}

export function createAccountDeletion(parts: AccountDeletionParts): AccountDeletion {
  const { accounts, history, admission, clock } = parts
  const erase = async (id: string) => {
    for (const request of await history.running(id, RUNNING)) await admission.cancel(request.id, id)
    while (await accounts.eraseSome(id));
  }
  return {
    async begin({ id }, origin) {
      const at = clock.now()
      const event = securityEvent(origin, { id: newId('evt', at), at, kind: 'account_deleted', accountId: id })
      if (!(await accounts.close(id, at, event))) return false
      await erase(id)
      return true
    },
    async finish() {
      for (const id of await accounts.toErase()) await erase(id)
    },
  }
}
