import { once } from 'node:events'
import { createServer } from 'node:http'
import { Provider } from 'oidc-provider'
import { onTestFinished } from 'vitest'
import { freePort } from './free-port.ts'

export const CLIENT = { id: 'research', secret: 'a-secret-of-the-client' }

/** Whom the provider signs in next, without asking. */
export interface ProviderPerson {
  sub: string
  email: string
  email_verified: boolean
}

/** An OpenID provider on a free loopback port, closed after the test. */
export async function startOidcProvider(callback: string): Promise<{ issuer: string; person: ProviderPerson }> {
  const port = await freePort()
  const issuer = `http://127.0.0.1:${port}`
  const person = { sub: 'ada-1', email: 'ada@example.com', email_verified: true }
  const people = new Map<string, ProviderPerson>()
  const provider: Provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [callback],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    pkce: { required: () => true },
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    features: { devInteractions: { enabled: false } },
    cookies: { keys: ['only for tests'] },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, sub) => ({ accountId: sub, claims: async () => ({ ...people.get(sub), sub }) }),
    async loadExistingGrant({ oidc }) {
      const grant = new provider.Grant({ clientId: CLIENT.id, accountId: oidc.session?.accountId ?? '' })
      grant.addOIDCScope('openid email')
      await grant.save()
      return grant
    },
  })
  provider.use(async ({ path, req, res }, next) => {
    if (!path.startsWith('/interaction/')) return await next()
    people.set(person.sub, { ...person })
    const { prompt } = await provider.interactionDetails(req, res)
    if (person.sub === 'nobody') return await provider.interactionFinished(req, res, { error: 'access_denied' })
    await provider.interactionFinished(req, res, { [prompt.name]: { accountId: person.sub } })
  })
  const server = createServer(provider.callback()).listen(port, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { issuer, person }
}
