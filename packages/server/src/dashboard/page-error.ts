import type { ApiError } from '#protocol/api-error.ts'

/** A page in place of the one that was asked for. Its message is the sentence that is shown. */
export class PageError extends Error {
  override readonly name = 'PageError'
  readonly status: number
  readonly title: string

  constructor(status: number, title: string, message: string) {
    super(message)
    this.status = status
    this.title = title
  }
}

/** What does not exist, or not for this account: the two are not told apart. */
export const noSuchPage = new PageError(
  404,
  'Page not found',
  'There is no page at this address, or your account may not see it.',
)

/** What is shown where a request could not be cancelled. */
export function cancelFault({ code }: ApiError): PageError {
  if (code === 'NOT_FOUND') return noSuchPage
  return new PageError(502, 'Not cancelled yet', 'The request cannot be reached right now. Try again in a moment.')
}
