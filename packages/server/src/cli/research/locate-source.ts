import { readFileSync, statSync } from 'node:fs'
import { basename, join, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Place, QuotedWords } from '../view/outputs.ts'
import { linesOf } from './quoted-lines.ts'

const PREFIX = 'urn:corpus:'

/** Reading a larger file only to show a line would take longer than the research. In bytes. */
const LARGEST = 8 * 1024 * 1024

/**
 * Tells where the documents of a corpus are on this machine, with the line on which each quotation begins. `corpus` is the
 * setting `CORPUS`; the corpus that comes with the engine has no files.
 */
export function createLocator(
  corpus: string | undefined,
): (url: string, quotes: readonly QuotedWords[]) => Place | undefined {
  const named = (corpus ?? '').split(',').filter((path) => path.trim() !== '')
  const roots = [...new Set(named.map((path) => resolve(path.trim())))]
  return (url, quotes) => {
    if (!url.startsWith(PREFIX)) return undefined
    const path = url.slice(PREFIX.length).split('/').map(decodeURIComponent).join('/')
    const file = roots.flatMap((root) => candidates(root, path)).find(isFile)
    if (file === undefined) return undefined
    const shown = relative('', file)
    const name = shown.startsWith('..') ? file : shown
    return { path: name, url: pathToFileURL(file).href, lines: linesOf(textOf(file), quotes) }
  }
}

/**
 * Where a document of a folder or a file can be. In addresses of further folders, the name of the folder comes first.
 */
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
