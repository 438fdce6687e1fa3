import type { Provider } from '#accounts/provider.ts'
import { CALLBACK } from '#dashboard/provider/routes.ts'
import type { Settings } from './config.ts'

/** Loads the sign-in library only if a provider is configured. */
export async function openSignInProvider(settings: Settings): Promise<Provider | undefined> {
  const { oidcIssuer: issuer, oidcClientId: clientId, oidcClientSecret: clientSecret, publicUrl } = settings
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) return undefined
  const { openProvider } = await import('#oidc/open-provider.ts')
  const callback = `${publicUrl}${CALLBACK}`
  const { oidcName: name, oidcTrustEmail: trustEmail } = settings
  return openProvider({ issuer, clientId, clientSecret, callback, name, trustEmail })
}
