import { ignore } from '#stream/ignore.ts'
import { type AccountStatus, accountOf } from './account.ts'
import { idOf } from './answer.ts'
import { withCaller } from './caller.ts'

/** The result of a call and the response that it came with. */
export interface Answered<Data> {
  /** What the call resolves to. */
  readonly data: Data
  /** The response, whose body belongs to the client. */
  readonly response: Response
}

/** The result of a call, with the facts of its response. */
export interface WithResponse<Data> extends Answered<Data> {
  /** The service's id of the research. */
  readonly id: string | undefined
  /** @deprecated Use `id`. */
  readonly requestId: string | undefined
  /** What the response says about the account. */
  readonly account: AccountStatus
}

/** A promise of the result of a call, which can also return the response. */
export interface ResearchPromise<Data> extends Promise<Data> {
  /**
   * The result together with the response (its status and headers; its body is already read or belongs to the stream).
   */
  withResponse(): Promise<WithResponse<Data>>
}

/** Adds the response to a call's promise. */
export function researchPromise<Data>(answering: Promise<Answered<Data>>): ResearchPromise<Data> {
  const answered = withCaller(answering)
  const promise = answered.then(({ data }) => data)
  return Object.assign(promise, {
    async withResponse(): Promise<WithResponse<Data>> {
      // If both promises are used, a failure is reported only once.
      promise.catch(ignore)
      const { data, response } = await answered
      const id = idOf(response)
      return { data, response, id, requestId: id, account: accountOf(response.headers) }
    },
  })
}
