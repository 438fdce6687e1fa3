import { readFileSync, statSync } from 'node:fs'
import { basename, join, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Place } from '../view/outputs.ts'

const PREFIX = 'urn:corpus:'

/** Reading a larger file only to show a line would take longer than the research. In bytes. */
const LARGEST = 8 * 1024 * 1024

/** How many words of a quotation are looked for, which tell it from others; then fewer, as markup may have words of its own. */
const WORDS = [8, 4]
/** So many words tell a quotation from others. */
const FEWEST = 4

/**
 * Tells where the documents of a corpus are on this machine, with the lines on which quotations begin, in the order of
 * the quotations. `corpus` is the setting `CORPUS`; the corpus that comes with the engine has no files.
 */
export function createLocator(
  corpus: string | undefined,
): (url: string, quotes: readonly string[]) => Place | undefined {
  const named = (corpus ?? '').split(',').filter((path) => path.trim() !== '')
  const roots = [...new Set(named.map((path) => resolve(path.trim())))]
  return (url, quotes) => {
    if (!url.startsWith(PREFIX)) return undefined
    const path = url.slice(PREFIX.length).split('/').map(decodeURIComponent).join('/')
    const file = roots.flatMap((root) => candidates(root, path)).find(isFile)
    if (file === undefined) return undefined
    const text = textOf(file)
    const lines = [...new Set(quotes.flatMap((quote) => lineOf(text, quote) ?? []))]
    const shown = relative('', file)
    const name = shown.startsWith('..') ? file : shown
    return { text: lines.length === 0 ? name : `${name}:${lines.join(',')}`, url: pathToFileURL(file).href }
  }
}

/** Where a document of a folder or file can be: further folders stand in addresses behind their names. */
function candidates(root: string, path: string): string[] {
  const [first = '', ...rest] = path.split('/')
  if (first === basename(root) && isFile(root)) return [root]
  return [join(root, path), ...(first === basename(root) ? [join(root, ...rest)] : [])]
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false
}

/** A file that is no text, or a large one, counts as empty. */
function textOf(file: string): string {
  const text = statSync(file).size > LARGEST ? '' : readFileSync(file, 'utf8')
  return text.includes('\0') ? '' : text
}

/**
 * The line on which a quotation begins, counted from 1; undefined if the file writes it otherwise, or holds words as few
 * as these more than once.
 */
function lineOf(text: string, quote: string): number | undefined {
  const words = quote.match(/[\p{L}\p{N}]+/gu) ?? []
  for (const count of WORDS) {
    // Markup may stand between the words.
    const pattern = words.slice(0, count).join('[^\\p{L}\\p{N}]+')
    if (pattern === '') continue
    const [first, second] = text.matchAll(new RegExp(`(?<![\\p{L}\\p{N}])${pattern}(?![\\p{L}\\p{N}])`, 'gu'))
    if (first && (words.length >= FEWEST || !second)) return text.slice(0, first.index).split('\n').length
  }
  return undefined
}
