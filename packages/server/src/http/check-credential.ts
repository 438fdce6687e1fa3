import { HEADERS } from '@deep-research/sdk/contract'
import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify'
import type { KeyScope } from '#accounts/account.ts'
import type { Principal } from '#accounts/ports.ts'
import type { Authenticate } from '#admission/authenticate.ts'
import type { FailedCredentials } from '#admission/failed-credentials.ts'
import { type ApiError, tooManyFailures } from '#protocol/api-error.ts'
import { refuseCredential } from './refuse-credential.ts'
import { refuse } from './respond.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The owner of the request's key, once that is known. */
    principal: Principal | undefined
  }
}

export interface CredentialParts {
  authenticate: Authenticate
  failedCredentials: FailedCredentials
}

/** How a protocol says no. */
export interface Refusals {
  refuse(reply: FastifyReply, error: ApiError): FastifyReply
  /** Refuses an invalid credential, closing the connection if its request has a long body. */
  refuseCredential(reply: FastifyReply, hangUp: boolean): void
}

const OWN_REFUSALS: Refusals = { refuse, refuseCredential }

/** How many bytes of an unread body are received and thrown away so that the connection can be reused. */
const UNREAD_BODY = 65_536

/** Lets a request pass if its key is valid, in the same turn if the key is at hand. */
export function createCredentialCheck(
  { authenticate, failedCredentials }: CredentialParts,
  refusals: Refusals = OWN_REFUSALS,
): onRequestHookHandler {
  const conclude = (principal: Principal | undefined, request: FastifyRequest, reply: FastifyReply) => {
    request.principal = principal
    if (principal) return true
    const seconds = failedCredentials.note(request.ip)
    if (seconds === undefined) refusals.refuseCredential(reply, hasLongBody(request))
    else refusals.refuse(hangUpOnLongBody(request, reply), tooManyFailures(seconds))
    return false
  }
  return (request, reply, done) => {
    const goOn = (principal: Principal | undefined) => {
      if (conclude(principal, request, reply)) done()
    }
    const apiKey = single(request.headers[HEADERS.apiKey])
    try {
      const found = authenticate({ apiKey, authorization: request.headers.authorization })
      if (found instanceof Promise) found.then(goOn).catch(done)
      else goOn(found)
    } catch (error) {
      done(error as Error)
    }
  }
}

/** Whether a key has scopes, and this one is not among them. */
export function lacks({ scopes }: Principal, scope: KeyScope): boolean {
  return scopes !== undefined && !scopes.includes(scope)
}

/** The refusal of a key that may not do what it is used for. It is no failed credential: the key is known. */
export function lacking(scope: KeyScope): ApiError {
  const may = scope === 'ask' ? 'may not start or cancel research' : 'may not read research'
  return { code: 'INVALID_API_KEY', message: `This key ${may}. Use a key that has the scope "${scope}".` }
}

/** Closes the connection if an unread body is long, because it would otherwise be received to its end. */
export function hangUpOnLongBody(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return hasLongBody(request) ? reply.header('connection', 'close') : reply
}

function hasLongBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > UNREAD_BODY
}

function single(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join(', ') : header
}
