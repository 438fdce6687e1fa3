import cookie from '@fastify/cookie'
import csrf from '@fastify/csrf-protection'
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify'
import type { Visitor } from '#accounts/access.ts'
import { deriveKey } from '#accounts/derived-key.ts'
import { SESSION_AT_MOST, type Sessions } from '#accounts/sessions.ts'
import { FORM_BYTES, field } from './forms.ts'
import { noSuchPage } from './page-error.ts'
import type { DashboardParts } from './parts.ts'
import { UTC } from './time-zone.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who is signed in. */
    visitor: Visitor | undefined
    /** What the session's cookie held, where it opened one. */
    sessionToken: string | undefined
  }
}

/** Sets and takes away the cookie that carries a session. */
export interface SessionCookie {
  set(reply: FastifyReply, token: string): void
  clear(reply: FastifyReply): void
}

/** What browsers send in `Sec-Fetch-Site` if no other site's page made the request; older ones send nothing. */
const OWN_SITES = ['same-origin', 'none', undefined]

/** A form that another site's page sent. */
class ForgedForm extends Error {
  readonly statusCode = 403
}

/**
 * Finds out who sends each request. A request that changes something is let in only with a token that was made for this
 * session in this browser.
 */
export async function addSessions(
  scope: FastifyInstance,
  { sessions, secret, secure }: Pick<DashboardParts, 'sessions' | 'secret' | 'secure'>,
): Promise<SessionCookie> {
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure, signed: true } as const
  // With this prefix a browser takes no cookie from a neighbour's host or from a connection without TLS.
  const prefix = secure ? '__Host-' : ''
  const name = `${prefix}deep_research`
  await scope.register(cookie, { secret: keyFor('cookies', secret) })
  await scope.register(csrf, {
    cookieKey: `${prefix}deep_research_form`,
    cookieOpts: options,
    csrfOpts: { hmacKey: keyFor('forms', secret), userInfo: true },
    getUserInfo: formOwner,
    getToken: (request) => field(request, '_csrf') || String(request.headers['x-csrf-token'] ?? ''),
  })
  scope.decorateRequest('visitor', undefined)
  scope.decorateRequest('sessionToken', undefined)
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: FORM_BYTES },
    (_request, body, done) => done(null, new URLSearchParams(String(body))),
  )
  scope.addHook('onRequest', async (request) => {
    const { value } = request.unsignCookie(request.cookies[name] ?? '')
    if (!value) return
    request.visitor = await sessions.find(value)
    if (request.visitor) request.sessionToken = value
  })
  scope.addHook('preHandler', (request, reply, done) => {
    if (request.method === 'GET' || request.method === 'HEAD') done()
    else if (!OWN_SITES.includes(request.headers['sec-fetch-site'] as string | undefined)) done(new ForgedForm())
    else scope.csrfProtection(request, reply, done)
  })
  return {
    set: (reply, token) => reply.setCookie(name, token, { ...options, maxAge: SESSION_AT_MOST / 1000 }),
    clear: (reply) => reply.clearCookie(name, options),
  }
}

/** Whose a form is: a session's, or of a browser in which nobody is signed in. */
export function formOwner({ sessionToken = 'nobody' }: FastifyRequest): string {
  return sessionToken
}

function keyFor(purpose: string, secret: string): string {
  return deriveKey(purpose, secret).toString('hex')
}

/** Lets in only those who are signed in; others are led to the sign-in. */
export const mustBeSignedIn: onRequestHookHandler = (request, reply, done) => {
  if (request.visitor) done()
  else reply.redirect(signInPath(request), 303)
}

/**
 * Lets in only operators; others are told that there is no such page. `secondFactor`: whether the session must have
 * been opened with one.
 */
export function operatorsOnly(secondFactor: boolean): onRequestHookHandler {
  return (request, reply, done) => {
    const { visitor, method, url } = request
    if (!visitor) reply.redirect(signInPath(request), 303)
    else if (!visitor.operator) done(noSuchPage)
    else if (visitor.secondFactor || !secondFactor) done()
    else reply.redirect(`/confirm?for=operator&to=${encodeURIComponent(method === 'GET' ? url : pageOf(url))}`, 303)
  }
}

/** For what only the person who signed in may do, not whoever finds the browser open later. */
export function mustBeFresh(sessions: Sessions, first = mustBeSignedIn): onRequestHookHandler {
  return function check(request, reply, done) {
    const { visitor, method, url } = request
    const confirm = () => reply.redirect(`/confirm?to=${encodeURIComponent(method === 'GET' ? url : pageOf(url))}`, 303)
    first.call(this, request, reply, (error) => {
      if (error || !visitor || sessions.isFresh(visitor)) done(error)
      else confirm()
    })
  }
}

/** The page that a form stands on. */
function pageOf(url: string): string {
  if (/^\/credentials\/[^/]+(\/(roll|revoke))?$/.test(url)) return url
  if (url === '/start') return url
  if (url.startsWith('/operator/accounts/')) return url
  const [account] = /^\/account\/(address|data)/.exec(url) ?? []
  if (account !== undefined) return account
  return ['/operator', '/account'].find((place) => url.startsWith(place)) ?? '/credentials'
}

/** The address of the sign-in, which then leads back to the page. */
function signInPath({ method, url }: FastifyRequest): string {
  return method === 'GET' ? `/sign-in?to=${encodeURIComponent(url)}` : '/sign-in'
}

/** The time zone in which times are shown to whoever asks. */
export function zoneOf({ visitor }: Pick<FastifyRequest, 'visitor'>): string {
  return visitor?.account.timeZone ?? UTC
}

/** Who is signed in, on a page that only those see. */
export function visitorOf({ visitor }: FastifyRequest): Visitor {
  if (!visitor) throw new Error('this page is for those who are signed in')
  return visitor
}
