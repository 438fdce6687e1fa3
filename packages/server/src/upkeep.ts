import type { Admission } from '#admission/admission.ts'
import type { AccountDeletion } from '#admission/delete-account.ts'
import type { Clock } from '#kernel/clock.ts'
import { describeError, type Log } from '#kernel/log.ts'
import type { Hold } from '#storage/hold.ts'
import type { Storage } from '#storage/storage.ts'
import type { LedgerWatch } from './ledger-watch.ts'

/** How often to look for requests that run in no process, in milliseconds. */
const RECOVER_EVERY = 5_000

/** How often to delete what has expired, in milliseconds. */
const SWEEP_EVERY = 60_000

export interface UpkeepParts {
  storage: Pick<Storage, 'events' | 'access' | 'attempts' | 'challenges' | 'securityEvents' | 'webhooks'>
  admission: Pick<Admission, 'recover'>
  deletion: Pick<AccountDeletion, 'finish'>
  ledgerWatch: Pick<LedgerWatch, 'check'>
  /** Mails accounts whose balance is low. */
  alertBalances: () => Promise<void>
  claim: Pick<Hold, 'held'>
  /** Whether no other process works on requests. */
  alone: boolean
  clock: Clock
  log: Log
}

/** Takes care of requests that run in no process. */
export async function recover(
  { admission, log }: Pick<UpkeepParts, 'admission' | 'log'>,
  when?: 'start',
): Promise<void> {
  const { takenUp, settled } = await admission.recover(when)
  if (takenUp > 0) log.warn({ requests: takenUp }, 'requests of a process that died were taken up again')
  if (settled > 0) log.warn({ requests: settled }, 'requests that ran nowhere were settled and refunded')
}

/** Does regular work that no request causes, until it is closed. */
export function startUpkeep(parts: UpkeepParts): { close(): void } {
  const { storage, clock } = parts
  // Where several processes share the work, those that do the research look after it.
  const recovering = parts.alone ? repeat(RECOVER_EVERY, parts, () => recover(parts)) : undefined
  const sweeping = repeat(SWEEP_EVERY, parts, async () => {
    await storage.events.sweep(clock.now())
    await storage.access.sweep(clock.now())
    await storage.attempts.sweep(clock.now())
    await storage.challenges.sweep(clock.now())
    await storage.securityEvents.sweep(clock.now())
    await storage.webhooks.sweep(clock.now())
    await parts.deletion.finish()
    await parts.ledgerWatch.check()
    await parts.alertBalances()
  })
  return {
    close() {
      clearInterval(recovering)
      clearInterval(sweeping)
    },
  }
}

/**
 * Repeats an action, but never twice at once, and not while another service may be in charge: the requests that run
 * there are unknown here.
 */
function repeat(every: number, { claim, log }: UpkeepParts, act: () => Promise<void>): NodeJS.Timeout {
  let busy = false
  const turn = async () => {
    if (busy || !claim.held) return
    busy = true
    await act().catch((error) => log.warn(describeError(error), 'the upkeep of the storage failed'))
    busy = false
  }
  return setInterval(turn, every).unref()
}
