const SCHEME = 'sqlite:'

/** The path of a private database that ends with the process. */
export const IN_MEMORY = ':memory:'

/** Whether a URL is `sqlite:<path>`. */
export function isSqliteUrl(url: string): boolean {
  return url.startsWith(SCHEME) && url.length > SCHEME.length
}

/** The path in `sqlite:<path>`. */
export function pathOf(url: string): string {
  return url.slice(SCHEME.length)
}
