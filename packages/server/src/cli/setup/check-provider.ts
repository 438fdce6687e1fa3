import { maskSecrets } from '#kernel/mask.ts'
import type { Settings } from '../../config.ts'
import { openSignInProvider } from '../../open-sign-in-provider.ts'
import { checkReachable } from './check-reachable.ts'

/** Reads what the sign-in provider says about itself, as the first sign-in would. */
export async function checkProvider(settings: Settings, signal: AbortSignal): Promise<string> {
  const { oidcIssuer: url } = settings
  const reached = await checkReachable({ variable: 'OIDC_ISSUER', url }, signal)
  const provider = await openSignInProvider(settings)
  if (!provider || url === undefined) return reached
  try {
    await provider.begin({ again: false })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(
      `OIDC_ISSUER is ${maskSecrets(url)}, which does not answer as a provider (${reason}). Set it to the issuer in the metadata of your provider.`,
    )
  }
  return `${provider.name} answers`
}
