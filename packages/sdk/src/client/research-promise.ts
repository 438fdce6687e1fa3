import { ignore } from '#stream/ignore.ts'
import { type AccountStatus, accountOf } from './account.ts'
import { requestIdOf } from './answer.ts'

/** What a call brings, and the response that it came with. */
export interface Answered<Data> {
  readonly data: Data
  readonly response: Response
}

/** What a call brings, and what its response tells beside. */
export interface WithResponse<Data> extends Answered<Data> {
  readonly requestId: string | undefined
  readonly account: AccountStatus
}

/** A promise of what a call brings, which can bring its response as well. */
export interface ResearchPromise<Data> extends Promise<Data> {
  /** The same, with the response (its status and headers; its body is read already, or the stream's). */
  withResponse(): Promise<WithResponse<Data>>
}

/** Gives a call's promise its response. */
export function researchPromise<Data>(answered: Promise<Answered<Data>>): ResearchPromise<Data> {
  const promise = answered.then(({ data }) => data)
  return Object.assign(promise, {
    async withResponse(): Promise<WithResponse<Data>> {
      // Whoever asks for both hears of a failure once.
      promise.catch(ignore)
      const { data, response } = await answered
      return { data, response, requestId: requestIdOf(response), account: accountOf(response.headers) }
    },
  })
}
