import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** The blocks of code of a page in one language, in their order. The path is from the root of the repository. */
export function blocksOf(page: string, language: string, root = resolve(import.meta.dirname, '..')): string[] {
  const text = readFileSync(join(root, page), 'utf8')
  return [...text.matchAll(/^```(\w+)\n([\s\S]*?)^```/gm)].flatMap(([, name, code = '']) =>
    name === language ? [code] : [],
  )
}

/** The first of them that holds a text. */
export function blockWith(page: string, language: string, holding: string, root?: string): string {
  const found = blocksOf(page, language, root).find((code) => code.includes(holding))
  if (found === undefined) throw new Error(`${page} has no block of ${language} with ${holding}.`)
  return found
}
