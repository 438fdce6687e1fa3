/** Where the research cannot be done because what it needs is not there. Not the question's fault: it may be sent again. */
export class BackendLostError extends Error {
  override readonly name = 'BackendLostError'
}
