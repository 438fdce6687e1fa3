const ADDRESS = /^(?:mailto:)?([^@:]+@[^@:]+)$/

/** The mail address by which a service names itself, which catalogues of papers want to know; undefined without one. */
export function contactIn(userAgent: string): string | undefined {
  const parts = userAgent.split(/[\s()<>;,]/)
  return parts.map((part) => ADDRESS.exec(part)?.[1]).find((address) => address !== undefined)
}
