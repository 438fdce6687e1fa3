import { randomUUID } from 'node:crypto'
import type { WholeDocument } from '@deep-research/engine'
import type { Redis } from 'ioredis'
import { wait } from '#kernel/retry-pause.ts'

/** The document of the corpus that has an address now. */
export type FindDocument = (url: string) => WholeDocument | undefined | Promise<WholeDocument | undefined>

const QUESTIONS = 'dr:documents'

/** How long the workers have to answer, in milliseconds. */
const ANSWER_WITHIN = 3_000

/** How many questions of a process may wait at once. */
const MOST_WAITING = 1_000

/** The longest document that is sent, in UTF-16 units of its JSON: Redis cuts off a connection for which too much waits. */
const LONGEST = 4_000_000

interface Question {
  id: string
  url: string
  /** Where the answer is awaited. */
  channel: string
}

interface Answer {
  id: string
  /** Null from a worker that does not have it. */
  document: WholeDocument | null
}

/**
 * Asks the workers for documents, for a process that has no corpus.
 * @returns undefined if none of them has it.
 * @throws Error if the workers do not answer in time, or too many questions wait.
 */
export function askForDocuments(
  commands: Redis,
  messages: Redis,
  signal: AbortSignal,
): (url: string) => Promise<WholeDocument | undefined> {
  const channel = `${QUESTIONS}:${randomUUID()}`
  const waiting = new Map<string, (answer: Answer) => void>()
  let listening: Promise<unknown> | undefined
  messages.on('message', (from: string, text: string) => {
    if (from !== channel) return
    const answer = JSON.parse(text) as Answer
    waiting.get(answer.id)?.(answer)
  })
  const listen = () => {
    listening ??= messages.subscribe(channel).catch((error) => {
      listening = undefined
      throw error
    })
    return listening
  }
  return async (url) => {
    if (waiting.size >= MOST_WAITING) throw new Error('too many questions for documents wait')
    const question: Question = { id: randomUUID(), url, channel }
    const { promise, add, expect } = collect()
    const over = new AbortController()
    waiting.set(question.id, add)
    try {
      const late = wait(ANSWER_WITHIN, AbortSignal.any([signal, over.signal])).then(() => {
        throw new Error('no worker has answered for a document')
      })
      const asked = listen().then(async () => expect(await commands.publish(QUESTIONS, JSON.stringify(question))))
      return await Promise.race([late, asked.then(() => promise)])
    } finally {
      waiting.delete(question.id)
      over.abort()
    }
  }
}

/** The first document that comes, or none once everybody who was asked has said so. */
function collect() {
  const { promise, resolve } = Promise.withResolvers<WholeDocument | undefined>()
  let missing = 0
  // Answers may come before it is known how many were asked.
  let asked = Number.POSITIVE_INFINITY
  const look = () => {
    if (missing >= asked) resolve(undefined)
  }
  return {
    promise,
    add({ document }: Answer) {
      if (document) resolve(document)
      else missing += 1
      look()
    },
    expect(receivers: number) {
      if (receivers === 0) throw new Error('there is no worker to ask for a document')
      asked = receivers
      look()
    },
  }
}

/** Answers the questions of other processes; the returned function ends that. */
export function answerForDocuments(commands: Redis, messages: Redis, find: FindDocument): () => void {
  const answer = async ({ id, url, channel }: Question) => {
    const found = await Promise.resolve(find(url)).catch(() => undefined)
    const document = found && JSON.stringify(found).length <= LONGEST ? found : null
    // All workers have the same corpus, and one copy is enough: the first that sets this key sends the document.
    if (document && (await commands.set(`dr:{${id}}:answered`, 1, 'PX', ANSWER_WITHIN, 'NX')) === null) return
    await commands.publish(channel, JSON.stringify({ id, document } satisfies Answer))
  }
  const listen = (channel: string, text: string) => {
    // Whoever asked notices that no answer comes.
    if (channel === QUESTIONS) answer(JSON.parse(text)).catch(() => {})
  }
  messages.on('message', listen)
  messages.subscribe(QUESTIONS).catch(() => {})
  return () => {
    messages.off('message', listen)
    messages.unsubscribe(QUESTIONS).catch(() => {})
  }
}
