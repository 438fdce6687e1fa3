import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { MAX_BODY } from './bounded-fetch.ts'
import { openProvider } from './open-provider.ts'

const callback = 'https://research.example.com/sign-in/provider/callback'

/** GitHub's answers, as its documentation has them. */
async function startGitHub(emails: object): Promise<{ web: string; requests: string[] }> {
  const requests: string[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    requests.push(`${request.method} ${request.url} ${request.headers.authorization ?? ''} ${body}`)
    const answers: Record<string, object> = {
      '/login/oauth/access_token': { access_token: 'gho_x', token_type: 'bearer', scope: 'read:user,user:email' },
      '/user': { id: 583231, login: 'octocat', email: null },
      '/user/emails': emails,
    }
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(answers[request.url ?? ''] ?? {}))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return { web: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests }
}

const openGitHub = (web: string) =>
  openProvider({
    issuer: web,
    clientId: 'id',
    clientSecret: 'secret',
    name: 'GitHub',
    trustEmail: false,
    callback,
    github: { web, api: web },
  })

it.each([
  [true, [{ email: 'other@example.com', primary: false, verified: true }]],
  [false, []],
])('GitHub names a person by its id, and the primary address: confirmed %s', async (verified, others) => {
  const { web, requests } = await startGitHub([...others, { email: 'octo@example.com', primary: true, verified }])
  const provider = openGitHub(web)
  const { url, step } = await provider.begin({ again: false })
  const asked = new URL(url)
  expect(asked.pathname).toBe('/login/oauth/authorize')
  expect(Object.fromEntries(asked.searchParams)).toMatchObject({
    client_id: 'id',
    redirect_uri: callback,
    scope: 'read:user user:email',
    code_challenge_method: 'S256',
    state: step.state,
  })
  const user = await provider.finish(new URL(`${callback}?code=abc&state=${step.state}`), step)
  expect(user).toEqual({
    issuer: web,
    subject: '583231',
    email: 'octo@example.com',
    emailVerified: verified,
    authenticatedAt: undefined,
  })
  expect(requests[0]).toContain(`code_verifier=${step.verifier}`)
  expect(requests[1]).toContain('/user Bearer gho_x')
})

it('stops reading where an answer is far too long', async () => {
  const { web } = await startGitHub([{ email: 'x'.repeat(MAX_BODY), primary: true, verified: true }])
  const provider = openGitHub(web)
  const { step } = await provider.begin({ again: false })
  const finished = provider.finish(new URL(`${callback}?code=abc&state=${step.state}`), step)
  await expect(finished).rejects.toThrow(`the provider sent more than ${MAX_BODY} bytes`)
})
