import type { Clock } from '#kernel/clock.ts'
import { newId } from '#kernel/ids.ts'
import { UserError } from '#kernel/user-error.ts'
import { type Origin, type SecurityEvent, securityEvent } from './security-event.ts'

/** The longest line, in characters. */
export const MAX_BANNER = 300

/** How long a line that another process has changed may still be shown, in milliseconds. */
const READ_EVERY = 5_000

/** Stores the operator's line. */
export interface BannerStore {
  /** Undefined for none. */
  read(): Promise<string | undefined>
  /** Sets the line, or none where it is empty, and records the event. */
  set(text: string, event: SecurityEvent): Promise<void>
}

/** What an operator tells everybody on every page of the dashboard, such as a maintenance to come. */
export interface Banner {
  /** Undefined for none. */
  text(): Promise<string | undefined>
  /** @throws {@link UserError} if it is too long. */
  set(text: string, origin: Origin): Promise<void>
}

export function createBanner({ banner: store, clock }: { banner: BannerStore; clock: Clock }): Banner {
  let known: { text: Promise<string | undefined>; at: number } | undefined
  return {
    text() {
      const now = performance.now()
      // Without the database nothing works that the line could be about.
      if (!known || now - known.at >= READ_EVERY) known = { text: store.read().catch(() => undefined), at: now }
      return known.text
    },
    async set(given, origin) {
      const text = given.replace(/\s+/g, ' ').trim()
      if (text.length > MAX_BANNER) throw new UserError(`A notice must have at most ${MAX_BANNER} characters.`)
      const at = clock.now()
      const event = { id: newId('evt', at), at, kind: 'banner_set' as const, accountId: undefined, detail: { text } }
      await store.set(text, securityEvent(origin, event))
      known = undefined
    },
  }
}
