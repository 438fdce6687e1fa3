import { readFileSync, statSync } from 'node:fs'
import { basename, join, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Place } from '../view/outputs.ts'

const PREFIX = 'urn:corpus:'

/** Only these files contain their text as it is read, so that a quotation has a line. */
const TEXT = /\.(md|txt|html?|jsonl)$/i

/** Reading a larger file only to show a line would take longer than the research. In bytes. */
const LARGEST = 8 * 1024 * 1024

/** How many words of a quotation are looked for, which tell it from others; then fewer, as markup may have words of its own. */
const WORDS = [8, 4]

/**
 * Tells where the documents of a corpus are on this machine. `corpus` is the setting `CORPUS`; the corpus that comes
 * with the engine has no files.
 */
export function createLocator(corpus: string | undefined): (url: string, quote: string) => Place | undefined {
  const named = (corpus ?? '').split(',').filter((path) => path.trim() !== '')
  const roots = [...new Set(named.map((path) => resolve(path.trim())))]
  return (url, quote) => {
    if (!url.startsWith(PREFIX)) return undefined
    const path = url.slice(PREFIX.length).split('/').map(decodeURIComponent).join('/')
    const file = roots.flatMap((root) => candidates(root, path)).find(isFile)
    if (file === undefined) return undefined
    const line = lineOf(file, quote)
    const shown = relative('', file)
    const name = shown.startsWith('..') ? file : shown
    return { text: line === undefined ? name : `${name}:${line}`, url: pathToFileURL(file).href }
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

/** The line on which a quotation begins, counted from 1; undefined if the file writes it otherwise. */
function lineOf(file: string, quote: string): number | undefined {
  if (!TEXT.test(file) || statSync(file).size > LARGEST) return undefined
  const text = readFileSync(file, 'utf8')
  const words = quote.match(/[\p{L}\p{N}]+/gu) ?? []
  for (const count of WORDS) {
    // Markup may stand between the words.
    const pattern = words.slice(0, count).join('[^\\p{L}\\p{N}]+')
    const at = pattern === '' ? -1 : text.search(new RegExp(`(?<![\\p{L}\\p{N}])${pattern}`, 'u'))
    if (at >= 0) return text.slice(0, at).split('\n').length
  }
  return undefined
}
