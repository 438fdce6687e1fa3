import { readFileSync, statSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import type { SourceDocument } from '@deep-research/engine'
import type { Citation } from '@deep-research/sdk/contract'

/** A larger file is not read to find a line. */
const MOST_BYTES = 32 * 1024 * 1024
/** Words that tell a passage from others; then fewer, as markup may stand between them in the file. */
const WORDS = [8, 4]

/** Where a source's file is, as seen from the working folder, and the lines on which its quotations begin: `docs/bridge.md:3`. */
export function fileLines(
  { path }: Pick<SourceDocument, 'path'>,
  citations: readonly Pick<Citation, 'source_anchor'>[],
  corpus: string | undefined,
): string | undefined {
  const file = path === undefined ? undefined : fileOf(path, corpus ?? '')
  if (file === undefined) return undefined
  const shown = relative(process.cwd(), file).startsWith('..') ? file : relative(process.cwd(), file)
  const read = statSync(file).size <= MOST_BYTES ? readFileSync(file, 'utf8') : ''
  // A file that is no text has no lines.
  const text = read.includes('\0') ? '' : read
  const lines = citations.flatMap(({ source_anchor }) => lineOf(text, source_anchor.quote) ?? [])
  const numbers = [...new Set(lines)].sort((a, b) => a - b).join(',')
  return numbers === '' ? shown : `${shown}:${numbers}`
}

/** The file of a path in the corpus: below one of its folders, which the path may name, or one of its files. */
function fileOf(path: string, corpus: string): string | undefined {
  const named = corpus.split(',').filter((each) => each.trim() !== '')
  const places = named.map((each) => resolve(each.trim()))
  const candidates = places.flatMap((place) => [
    join(place, path),
    ...(path.startsWith(`${basename(place)}/`) ? [join(dirname(place), path)] : []),
    place,
  ])
  return candidates.find((file) => basename(file) === basename(path) && isFile(file))
}

function isFile(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.isFile() ?? false
}

/** The number of the line on which a quotation begins, from 1; undefined where the file writes it otherwise. */
function lineOf(text: string, quote: string): number | undefined {
  const words = quote.match(/[\p{L}\p{N}]+/gu) ?? []
  for (const count of WORDS) {
    const pattern = words.slice(0, count).join('[^\\p{L}\\p{N}]+')
    const found = pattern === '' ? -1 : text.search(new RegExp(`(?<![\\p{L}\\p{N}])${pattern}`, 'u'))
    if (found >= 0) return text.slice(0, found).split('\n').length
  }
  return undefined
}
