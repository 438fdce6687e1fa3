import { type Stats, statSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { isRead } from '../formats/formats.ts'
import { isEncoding } from '../readers/decode.ts'
import { codeOf } from '../readers/problem.ts'
import type { CorpusSource } from '../types.ts'
import { demoSource } from './demo-source.ts'
import { type FileRules, faultOfPattern } from './file-rules.ts'
import { fileSource } from './file-source.ts'
import { folderSource } from './folder-source.ts'
import type { FileOptions } from './read-entry.ts'

const TAKES =
  'a folder, a file of a kind that is read, such as .md, .html, .txt, .pdf, .docx or .jsonl, or several of them separated by commas'

/** How what `CORPUS` names is read: the settings that begin with its name. */
export interface CorpusSettingOptions extends FileOptions, FileRules {}

/**
 * The sources that the setting `CORPUS` names. Without it: the demo corpus. `baseUrl` is where the corpus is published,
 * for documents without an address of their own. The first folder's paths stand in addresses as they are, those of
 * further folders behind the folder's name.
 * @throws {Error} with one clear line for a path that is not there or no corpus, and for an option that is wrong
 */
export function parseCorpusSetting(value = '', given: CorpusSettingOptions = {}): CorpusSource[] {
  if (value.trim() === '') return [demoSource()]
  const named = value.split(',').filter((path) => path.trim() !== '')
  if (named.length === 0) throw wrong(value, 'that names nothing')
  const options = checked(given)
  const prefixes = new Set<string>()
  let folders = 0
  return [...new Set(named.map((path) => resolve(path.trim())))].map((path) => {
    const stats = statsOf(path)
    if (stats.isDirectory()) {
      folders += 1
      return folderSource(path, { ...options, prefix: folders === 1 ? undefined : unused(basename(path), prefixes) })
    }
    if (!stats.isFile()) throw wrong(path, 'that is neither a file nor a folder')
    if (!isRead(path)) throw wrong(path, 'that kind of file is not read')
    return fileSource(path, { baseUrl: options.baseUrl, encoding: options.encoding })
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

function checked({ baseUrl, encoding, include, exclude }: CorpusSettingOptions): CorpusSettingOptions {
  if (encoding !== undefined && !isEncoding(encoding))
    throw new Error(`CORPUS_ENCODING is "${encoding}"; set it to an encoding such as windows-1252, shift_jis or gbk.`)
  for (const [name, patterns] of Object.entries({ CORPUS_INCLUDE: include, CORPUS_EXCLUDE: exclude })) {
    for (const pattern of patterns ?? []) {
      const fault = faultOfPattern(pattern)
      if (fault !== undefined)
        throw new Error(
          `${name} has the pattern "${pattern}", which ${fault}. Set it to patterns such as drafts/,*.log.`,
        )
    }
  }
  return { baseUrl: checkedBaseUrl(baseUrl), encoding, include, exclude }
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
