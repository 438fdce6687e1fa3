import { total } from '#accounts/credits.ts'
import type { AccountStore, CreditStore } from '#accounts/ports.ts'
import type { Clock } from '#kernel/clock.ts'
import { describeError, type Log } from '#kernel/log.ts'
import type { Mailer } from '#kernel/mail.ts'

export interface BalanceAlertParts {
  accounts: AccountStore
  credits: Pick<CreditStore, 'balances'>
  /** Undefined if the service sends no mail; accounts then see the note on their pages only. */
  mailer: Mailer | undefined
  /** Where browsers find the service. */
  baseUrl: string
  clock: Clock
  log: Log
}

/** How long sending a message is retried, in milliseconds. */
const TRIED_FOR = 86_400_000

/** Mails accounts whose balance fell below their alert level, once each time it does. */
export function createBalanceAlerts(parts: BalanceAlertParts): () => Promise<void> {
  const { accounts, credits, mailer, baseUrl, clock, log } = parts
  return async () => {
    for (const { account, due } of await accounts.dueAlerts()) {
      const now = clock.now()
      const balance = total((await credits.balances(account.id, now)) ?? { free: 0, added: 0 })
      const below = account.alertBelow ?? 0
      // Credits may have been added since.
      if (mailer && balance < below) {
        const sent = await mailer.send(alertMail(account.email, { balance, below, baseUrl })).then(
          () => true,
          (error: unknown) => {
            log.warn(describeError(error), 'an alert of a low balance was not sent')
            return false
          },
        )
        if (!sent && now - due < TRIED_FOR) continue
      }
      await accounts.alertTold(account.id, due)
    }
  }
}

function alertMail(to: string, facts: { balance: number; below: number; baseUrl: string }) {
  const { balance, below, baseUrl } = facts
  return {
    to,
    subject: `Your balance is ${balance} credits`,
    text: `The balance of your account is ${balance} credits, below the ${below} that you set as an alert.\n\nYour credits: ${baseUrl}/credits\nChange the alert: ${baseUrl}/account/preferences\n`,
  }
}
