import generic from '#language/data/folder-names.json' with { type: 'json' }
import type { SourceDocument } from '../types.ts'

/** A file that speaks of the folder that it lies in, whatever its first heading is. */
const README = /(?:^|\/)([^/]+)\/readme(?:\.[a-z]+)?$/i
/** Names that say what kind of files a folder holds, and not what they are about. */
const GENERIC = new Set(generic)

/**
 * The folder that a file belongs to, where its title does not say that: the one that a README speaks of, or the outermost
 * one: "quickstore" of "quickstore/README.md" and of "quickstore/docs/recipes.md", both called "Recipes".
 */
function folderOf({ path = '', title }: SourceDocument): string | undefined {
  const [, own] = README.exec(path) ?? []
  const folders = path.split('/').slice(0, -1)
  // What holds the folder of a README, and nothing between them, may hold anything.
  const outermost = (own === undefined ? folders : folders.slice(0, -2)).find(isTelling)
  const plain = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
  const isMissing = (folder: string | undefined): folder is string =>
    folder !== undefined && isTelling(folder) && !plain(title).includes(plain(folder))
  return [own, outermost].find(isMissing)
}

const isTelling = (folder: string) => folder !== '' && !GENERIC.has(folder.toLowerCase())

/**
 * How a source is named: by its author, else its publisher and title, else its title, of a file in a folder behind
 * the name of that; with the year where known. Its title stands behind an author who wrote another one of those beside it.
 */
export function nameOf(document: SourceDocument, beside: readonly SourceDocument[] = []): string {
  const { authors, publisher, year, title } = document
  const [author] = authors ?? []
  const dated = (name: string) => (year === undefined ? name : `${name} (${year})`)
  if (publisher !== undefined) return dated(`${publisher}, ${title}`)
  const folder = folderOf(document)
  if (author === undefined) return dated(folder === undefined ? title : `${folder} › ${title}`)
  const others = (authors?.length ?? 0) > 1 ? ' and others' : ''
  const isAlike = (one: SourceDocument) => one.title !== title && one.authors?.[0] === author && one.year === year
  return year === undefined || beside.some(isAlike) ? `${author}${others}, ${title}` : dated(`${author}${others}`)
}
