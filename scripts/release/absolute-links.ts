import { posix } from 'node:path'

/** Links of a page to files beside it, made to lead to the repository's page: a registry has no files beside a README. */
export function absoluteLinks(markdown: string, page: string, directory: string): string {
  return markdown.replaceAll(/\]\((?![a-z][a-z+.-]*:|#|\/)([^()\s]+)\)/gi, (_, path: string) => {
    return `](${page}/blob/main/${posix.join(directory, path)})`
  })
}
