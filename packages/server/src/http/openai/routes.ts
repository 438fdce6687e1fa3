import { HEADERS } from '@deep-research/sdk/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AdmittedStream } from '#admission/admission.ts'
import { describeError, type Log } from '#kernel/log.ts'
import { accountHeaders, invalidApiKey } from '#protocol/api-error.ts'
import { readDetached } from '#protocol/attempt-headers.ts'
import { madeAt } from '#protocol/envelopes.ts'
import { begin, stream, takeBody } from '../begin-research.ts'
import { createCredentialCheck, hangUpOnLongBody, lacking, lacks } from '../check-credential.ts'
import { handleFault } from '../error-handler.ts'
import type { ResearchRouteParts } from '../routes.ts'
import { SAFETY_HEADERS } from '../safety-headers.ts'
import type { StreamForm } from '../send-events.ts'
import { chatCompletion, chatStream } from './chat.ts'
import { MODELS } from './models.ts'
import { type Question, type ReadQuestion, readChat, readResponses } from './read-question.ts'
import { readToEnd } from './read-to-end.ts'
import { failureOf, noSuchModel, noSuchPath, notOpened, OPENAI_REFUSALS } from './refusals.ts'
import { responseStream, wholeResponse } from './responses.ts'
import { type Told, toldBy } from './told.ts'

export interface OpenAiParts extends ResearchRouteParts {
  log: Log
}

/** The base URL for clients of OpenAI, without the host. */
const OPENAI_PATH = '/openai/v1'

/** One way in which clients of OpenAI ask. */
interface Protocol {
  path: string
  read: ReadQuestion
  whole: typeof chatCompletion
  stream(id: string, question: Question): StreamForm
}

const PROTOCOLS: readonly Protocol[] = [
  { path: '/chat/completions', read: readChat, whole: chatCompletion, stream: chatStream },
  { path: '/responses', read: readResponses, whole: wholeResponse, stream: responseStream },
]

const { refuse } = OPENAI_REFUSALS

/**
 * `/openai/v1`: the research as a model, for clients that speak to OpenAI. A question is read and an answer written in
 * their words; in between it is admitted, charged, kept and cancelled as every request.
 */
export function registerOpenAi(app: FastifyInstance, parts: OpenAiParts): void {
  const onRequest = createCredentialCheck(parts, OPENAI_REFUSALS)
  app.register(
    async (scope) => {
      scope.setErrorHandler((error, request, reply) => handleFault(error, request, reply, parts.log, refuse))
      scope.all('/*', (_request, reply) => refuse(reply, noSuchPath))
      scope.get('/models', { onRequest }, () => ({ object: 'list', data: MODELS }))
      scope.get<{ Params: { model: string } }>('/models/:model', { onRequest }, ({ params }, reply) => {
        const model = MODELS.find(({ id }) => id === params.model)
        return model ?? refuse(reply, noSuchModel)
      })
      for (const protocol of PROTOCOLS) {
        scope.post(protocol.path, { onRequest, handler: (request, reply) => ask(request, reply, protocol, parts) })
      }
    },
    { prefix: OPENAI_PATH },
  )
}

/** Says who opens this protocol, to whoever asks for it where it is closed. False for every other path. */
export function refuseOpenAi({ url }: FastifyRequest, reply: FastifyReply): boolean {
  if (url !== OPENAI_PATH && !url.startsWith(`${OPENAI_PATH}/`)) return false
  refuse(reply, notOpened)
  return true
}

async function ask(
  request: FastifyRequest,
  reply: FastifyReply,
  protocol: Protocol,
  parts: OpenAiParts,
): Promise<FastifyReply> {
  const { principal: who } = request
  if (!who) return refuse(reply, invalidApiKey)
  if (lacks(who, 'ask')) return refuse(hangUpOnLongBody(request, reply), lacking('ask'))
  const body = await takeBody(request, reply)
  if (body === 'gone') return reply.hijack()
  if ('error' in body) return refuse(reply, body.error)
  const question = protocol.read(body.bytes)
  if ('error' in question) return refuse(reply, question.error)
  const detached = readDetached(request.headers)
  const { admission, sendEvents } = parts
  const admitted = await begin(request, reply, { admission, who, detached, asked: question.request })
  if ('error' in admitted) return refuse(reply, admitted.error)
  if (question.stream) {
    stream(reply, admitted, { sendEvents, detached, form: protocol.stream(admitted.feed.id, question) })
  } else await sendWhole(reply, admitted, { question, whole: protocol.whole, log: parts.log })
  return reply
}

/** Waits for the end and sends it as one object. Its status says whether the research failed, so nothing comes before. */
async function sendWhole(
  reply: FastifyReply,
  admitted: AdmittedStream,
  { question, whole, log }: { question: Question; whole: Protocol['whole']; log: Log },
): Promise<void> {
  const { raw } = reply.hijack()
  const { id } = admitted.feed
  let thoughts = ''
  let last: { told: Told; at: number } | undefined
  const ended = await readToEnd(raw, admitted, (envelope) => {
    const told = toldBy(envelope)
    if (told.kind === 'thought') thoughts += told.text
    else last = { told, at: madeAt(envelope) }
  }).catch((error) => {
    log.error({ request_id: id, ...describeError(error) }, 'a stream could not be read to its end')
  })
  const head = { ...SAFETY_HEADERS, ...accountHeaders(admitted.account), [HEADERS.requestId]: id }
  if (ended === 'ended' && last?.told.kind === 'completed') {
    raw.writeHead(200, { ...head, [HEADERS.contentType]: 'application/json; charset=utf-8' })
    raw.end(JSON.stringify(whole(id, question, { ...last.told, thoughts, at: last.at })))
  } else if (ended === 'ended' && last?.told.kind === 'failed') {
    const { status, headers, body } = failureOf(last.told.error)
    raw.writeHead(status, { ...head, ...headers })
    raw.end(JSON.stringify(body))
  } else raw.destroy()
}
