import * as client from 'openid-client'
import { ProviderProblem, type ProviderUser } from '#accounts/provider.ts'

/** GitHub signs in with OAuth only, so its API is asked who the person is. */
export const GITHUB = { web: 'https://github.com', api: 'https://api.github.com' }

export async function readGitHubUser(
  config: client.Configuration,
  accessToken: string,
  { web, api }: typeof GITHUB,
): Promise<ProviderUser> {
  const ask = async (path: string): Promise<unknown> => {
    const headers = new Headers({ accept: 'application/vnd.github+json', 'user-agent': 'deep-research' })
    const url = new URL(`${api}${path}`)
    const answer = await client.fetchProtectedResource(config, accessToken, url, 'GET', undefined, headers)
    if (answer.status !== 200) throw new ProviderProblem('invalid', `${path}: ${answer.status}`)
    return await answer.json()
  }
  const { id } = (await ask('/user')) as { id?: unknown }
  if (!Number.isSafeInteger(id)) throw new ProviderProblem('invalid', '/user names nobody')
  const emails = (await ask('/user/emails')) as { email: string; primary: boolean; verified: boolean }[]
  const primary = Array.isArray(emails) ? emails.find((each) => each.primary) : undefined
  return {
    issuer: web,
    subject: String(id),
    email: primary?.email,
    emailVerified: primary?.verified === true,
    authenticatedAt: undefined,
  }
}
