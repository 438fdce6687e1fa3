import * as client from 'openid-client'
import { type Provider, ProviderProblem, type ProviderUser } from '#accounts/provider.ts'
import { boundedFetch } from './bounded-fetch.ts'
import { GITHUB, readGitHubUser } from './github.ts'

/** How long a provider may take for each response, in seconds. */
const TIMEOUT = 10

/** The names by which people know some providers. */
const NAMES: Record<string, string> = {
  'github.com': 'GitHub',
  'accounts.google.com': 'Google',
  'login.microsoftonline.com': 'Microsoft',
}

export interface ProviderSettings {
  issuer: string
  clientId: string
  clientSecret: string
  /** The label of the button; undefined means the provider's own name. */
  name: string | undefined
  /** Whether addresses count as confirmed although the provider does not say so. */
  trustEmail: boolean
  /** The URL to which the provider sends browsers back. */
  callback: string
  /** Where GitHub is; default: the public GitHub. */
  github?: typeof GITHUB
}

/** Opens a provider by its settings. Its metadata is fetched when somebody first signs in. */
export function openProvider(settings: ProviderSettings): Provider {
  const { issuer, clientId, clientSecret, callback, trustEmail } = settings
  const { host } = new URL(issuer)
  const github = settings.github ?? GITHUB
  const isGitHub = new URL(github.web).host === host
  let found: Promise<client.Configuration> | undefined
  const discover = async () => {
    const options = {
      execute: issuer.startsWith('http:') ? [client.allowInsecureRequests] : [],
      timeout: TIMEOUT,
      [client.customFetch]: boundedFetch,
    }
    if (!isGitHub) return await client.discovery(new URL(issuer), clientId, clientSecret, undefined, options)
    const config = new client.Configuration(
      {
        issuer: `${github.web}/login/oauth`,
        authorization_endpoint: `${github.web}/login/oauth/authorize`,
        token_endpoint: `${github.web}/login/oauth/access_token`,
      },
      clientId,
      clientSecret,
    )
    config.timeout = TIMEOUT
    config[client.customFetch] = boundedFetch
    for (const apply of options.execute) apply(config)
    return config
  }
  const configuration = async () => {
    found ??= discover()
    try {
      return await found
    } catch (error) {
      // The next sign-in fetches the metadata again.
      found = undefined
      throw new ProviderProblem('unreachable', reasonOf(error))
    }
  }

  return {
    name: settings.name ?? NAMES[host] ?? host,
    async begin({ again }) {
      const config = await configuration()
      const step = {
        state: client.randomState(),
        nonce: client.randomNonce(),
        verifier: client.randomPKCECodeVerifier(),
      }
      const url = client.buildAuthorizationUrl(config, {
        redirect_uri: callback,
        scope: isGitHub ? 'read:user user:email' : 'openid email',
        state: step.state,
        code_challenge: await client.calculatePKCECodeChallenge(step.verifier),
        code_challenge_method: 'S256',
        ...(!isGitHub && { nonce: step.nonce }),
        ...(again && { prompt: 'login' }),
      })
      return { url: url.href, step }
    },
    async finish(query, { state, nonce, verifier }) {
      const config = await configuration()
      const checks = { pkceCodeVerifier: verifier, expectedState: state }
      try {
        const tokens = await client.authorizationCodeGrant(
          config,
          query,
          isGitHub ? checks : { ...checks, expectedNonce: nonce, idTokenExpected: true },
        )
        const user = isGitHub
          ? await readGitHubUser(config, tokens.access_token, github)
          : await readUser(config, tokens)
        return { ...user, emailVerified: user.email !== undefined && (user.emailVerified || trustEmail) }
      } catch (error) {
        throw toProblem(error)
      }
    },
  }
}

type Tokens = Awaited<ReturnType<typeof client.authorizationCodeGrant>>

/** The person in an ID token; the address may be available only from the userinfo endpoint. */
async function readUser(config: client.Configuration, tokens: Tokens): Promise<ProviderUser> {
  const claims = tokens.claims()
  if (!claims) throw new ProviderProblem('invalid', 'there is no ID token')
  const more =
    claims['email'] === undefined && config.serverMetadata().userinfo_endpoint !== undefined
      ? await client.fetchUserInfo(config, tokens.access_token, claims.sub)
      : claims
  const { email, email_verified: verified } = more
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email: typeof email === 'string' ? email : undefined,
    emailVerified: verified === true || verified === 'true',
    authenticatedAt: typeof claims.auth_time === 'number' ? claims.auth_time * 1_000 : undefined,
  }
}

function toProblem(error: unknown): ProviderProblem {
  if (error instanceof ProviderProblem) return error
  if (error instanceof client.AuthorizationResponseError) return new ProviderProblem('refused', error.error)
  const reason = reasonOf(error)
  return new ProviderProblem(/ECONN|ENOTFOUND|TIMEOUT|fetch failed/i.test(reason) ? 'unreachable' : 'invalid', reason)
}

/** The library's error code and message, neither of which contains a token. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const code = 'code' in error ? `${String(error.code)}: ` : ''
  return `${code}${error.message}`
}
