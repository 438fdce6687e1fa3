import type { Admission } from '#admission/admission.ts'
import type { AccountDeletion } from '#admission/delete-account.ts'
import type { Clock } from '#kernel/clock.ts'
import { describeError, type Log } from '#kernel/log.ts'
import type { Hold } from '#storage/hold.ts'
import type { Storage } from '#storage/storage.ts'

/** Milliseconds between two looks for requests that run nowhere. */
const RECOVER_EVERY = 5_000

/** Milliseconds between two looks for what need not be kept any longer. */
const SWEEP_EVERY = 60_000

export interface UpkeepParts {
  storage: Pick<Storage, 'events' | 'access' | 'attempts' | 'challenges' | 'securityEvents'>
  admission: Pick<Admission, 'recover'>
  deletion: Pick<AccountDeletion, 'finish'>
  /** Mails those whose balance fell low. */
  alertBalances: () => Promise<void>
  claim: Pick<Hold, 'held'>
  clock: Clock
  log: Log
}

/** Settles what runs nowhere. */
export async function recover({ admission, log }: Pick<UpkeepParts, 'admission' | 'log'>): Promise<void> {
  const recovered = await admission.recover()
  if (recovered > 0) log.warn({ requests: recovered }, 'requests that ran nowhere were settled and refunded')
}

/** Does from time to time what no request causes, until it is closed. */
export function startUpkeep(parts: UpkeepParts): { close(): void } {
  const { storage, clock } = parts
  const recovering = repeat(RECOVER_EVERY, parts, () => recover(parts))
  const sweeping = repeat(SWEEP_EVERY, parts, async () => {
    await storage.events.sweep(clock.now())
    await storage.access.sweep(clock.now())
    await storage.attempts.sweep(clock.now())
    await storage.challenges.sweep(clock.now())
    await storage.securityEvents.sweep(clock.now())
    await parts.deletion.finish()
    await parts.alertBalances()
  })
  return {
    close() {
      clearInterval(recovering)
      clearInterval(sweeping)
    },
  }
}

/** Never twice at once; and not where another service may be in charge, as what runs there is not known here. */
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
