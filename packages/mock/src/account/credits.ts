import { nextRenewal } from './renewal.ts'

/** Two balances: free credits, which each renewal replaces, and added ones, which do not expire. */
export interface Credits {
  balance(): number
  /** When the free credits are renewed next, in milliseconds since the epoch. */
  renewsAt(): number
  add(credits: number): void
  /** Takes free credits first; the returned function refunds them to the balances from which they came. */
  charge(credits: number): () => void
}

export interface CreditsOptions {
  free: number
  added: number
  /** Milliseconds since the epoch. */
  registeredAt: number
  now: () => number
}

export function createCredits(options: CreditsOptions): Credits {
  const { registeredAt, now } = options
  let { free, added } = options
  let renewsAt = nextRenewal(registeredAt, now())
  const renew = () => {
    if (now() < renewsAt) return
    free = options.free
    renewsAt = nextRenewal(registeredAt, now())
  }
  return {
    balance() {
      renew()
      return free + added
    },
    renewsAt() {
      renew()
      return renewsAt
    },
    add(credits) {
      added += credits
    },
    charge(credits) {
      renew()
      const fromFree = Math.min(free, credits)
      const month = renewsAt
      free -= fromFree
      added -= credits - fromFree
      return () => {
        renew()
        added += credits - fromFree
        // Free credits of an earlier month have already been replaced.
        if (renewsAt === month) free += fromFree
      }
    },
  }
}
