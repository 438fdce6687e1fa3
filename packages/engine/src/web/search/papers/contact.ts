const ADDRESS = /[\w.+-]{1,64}@[a-z\d-]{1,63}(?:\.[a-z\d-]{1,63}){1,4}/i

/** The mail address by which a service names itself, which catalogues of papers want to know; undefined without one. */
export function contactIn(userAgent: string): string | undefined {
  return ADDRESS.exec(userAgent)?.[0]
}
