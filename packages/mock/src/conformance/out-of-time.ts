/** A stream that started well and did not end in the time that a request may take, which breaks no rule. */
export class OutOfTime extends Error {
  constructor(request: string, timeoutMs: number) {
    super(`${request} was still running after ${timeoutMs} ms: allow more with timeoutMs (--timeout-ms)`)
    this.name = 'OutOfTime'
  }
}
