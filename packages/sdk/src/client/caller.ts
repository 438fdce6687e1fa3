/**
 * Adds the lines of whoever called to the stack of an error that arises later, such as in a timer, where they would be
 * missing. Call it in the turn of the call itself.
 */
export function withCaller<Value>(promise: Promise<Value>): Promise<Value> {
  const { stack: called = '' } = new Error()
  return promise.catch((error) => {
    const { stack } = Object(error)
    // A reason of the caller's own has its own stack, or none.
    if (typeof stack === 'string' && typeof error.toJSON === 'function') {
      const missing = called.split('\n').filter((line) => !/^Error/.test(line) && !stack.includes(line))
      error.stack = [stack, ...missing].join('\n')
    }
    throw error
  })
}
