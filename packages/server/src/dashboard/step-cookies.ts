import type { FastifyReply, FastifyRequest } from 'fastify'
import { CHALLENGE_FOR, type ChallengeKind } from '#accounts/challenges.ts'

/** Cookies that carry a browser from one step of a sign-in to the next. */
export interface StepCookies {
  set(reply: FastifyReply, kind: ChallengeKind, token: string): void
  /** The token of a step; empty where there is none. */
  read(request: FastifyRequest, kind: ChallengeKind): string
  clear(reply: FastifyReply, kind: ChallengeKind): void
}

export function createStepCookies(secure: boolean): StepCookies {
  const nameOf = (kind: ChallengeKind) => `${secure ? '__Host-' : ''}deep_research_${kind}`
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure, signed: true } as const
  return {
    set: (reply, kind, token) => reply.setCookie(nameOf(kind), token, { ...options, maxAge: CHALLENGE_FOR / 1_000 }),
    read: (request, kind) => request.unsignCookie(request.cookies[nameOf(kind)] ?? '').value ?? '',
    clear: (reply, kind) => reply.clearCookie(nameOf(kind), options),
  }
}
