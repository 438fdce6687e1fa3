import type { AttemptRule } from '#accounts/attempts.ts'
import type { SignIn } from '#accounts/sign-in.ts'
import type { Clock } from '#kernel/clock.ts'
import type { Storage } from '#storage/storage.ts'
import type { Settings } from './config.ts'

export interface FirstLinkParts {
  settings: Pick<Settings, 'redisUrl' | 'role' | 'publicUrl'>
  storage: Pick<Storage, 'access' | 'attempts'>
  signIn: Pick<SignIn, 'createFirstLink'>
  clock: Clock
}

/** Of several processes, those that start within a minute of each other tell one link. */
const ONE_LINK: AttemptRule = { kind: 'window', limit: 1, windowMs: 60_000 }

/**
 * Creates the link to the operator's account, which a start prints for whoever runs the service. Undefined if there is
 * an operator, or if another process tells the link.
 */
export async function linkToFirstAccount(parts: FirstLinkParts, url: string): Promise<string | undefined> {
  const { settings, storage, signIn, clock } = parts
  const { redisUrl, role, publicUrl } = settings
  if (role === 'worker' || (await storage.access.operators()).length > 0) return undefined
  const told = redisUrl !== undefined && (await storage.attempts.try('first link', ONE_LINK, clock.now())) !== undefined
  return told ? undefined : `${publicUrl ?? url}/enter?token=${await signIn.createFirstLink()}`
}
