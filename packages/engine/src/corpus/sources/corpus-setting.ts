import { type Stats, statSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { EXTENSIONS, extensionOf } from '../readers/formats.ts'
import { codeOf } from '../readers/problem.ts'
import type { CorpusSource } from '../types.ts'
import { demoSource } from './demo-source.ts'
import { fileSource } from './file-source.ts'
import { folderSource } from './folder-source.ts'

const TAKES = `a folder or a ${[...EXTENSIONS].join(', ')} file, or several of them separated by commas`

/**
 * The sources that the setting `CORPUS` names. Without it: the demo corpus. `baseUrl` is where the corpus is published,
 * for documents without an address of their own. The first folder's paths stand in addresses as they are, those of
 * further folders behind the folder's name.
 * @throws {Error} with one clear line for a path that is not there or no corpus
 */
export function parseCorpusSetting(value = '', baseUrl?: string): CorpusSource[] {
  if (value.trim() === '') return [demoSource()]
  const named = value.split(',').filter((path) => path.trim() !== '')
  if (named.length === 0) throw wrong(value, 'that names nothing')
  const base = checkedBaseUrl(baseUrl)
  const prefixes = new Set<string>()
  let folders = 0
  return [...new Set(named.map((path) => resolve(path.trim())))].map((path) => {
    const stats = statsOf(path)
    if (stats.isDirectory()) {
      folders += 1
      return folderSource(path, { baseUrl: base, prefix: folders === 1 ? undefined : unused(basename(path), prefixes) })
    }
    if (!stats.isFile()) throw wrong(path, 'that is neither a file nor a folder')
    if (!EXTENSIONS.has(extensionOf(path))) throw wrong(path, 'that kind of file is not read')
    return fileSource(path, base)
  })
}

function statsOf(path: string): Stats {
  try {
    return statSync(path)
  } catch (error) {
    const code = codeOf(error)
    throw wrong(path, code === 'ENOENT' ? 'there is no such file or folder' : `it cannot be read (${code})`)
  }
}

function checkedBaseUrl(baseUrl: string | undefined): string | undefined {
  if (baseUrl === undefined || baseUrl.trim() === '') return undefined
  const url = URL.parse(baseUrl.trim())
  if (!url || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '')
    throw new Error(`CORPUS_BASE_URL is "${baseUrl}"; set it to an http or https URL without "?" or "#".`)
  return url.href
}

function unused(name: string, taken: Set<string>): string {
  let free = name
  for (let number = 2; taken.has(free); number += 1) free = `${name}-${number}`
  taken.add(free)
  return free
}

function wrong(got: string, why: string): Error {
  return new Error(`CORPUS is "${got}": ${why}. Set it to ${TAKES}.`)
}
