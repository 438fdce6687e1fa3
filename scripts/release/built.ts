import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** What a build is made from, below the folder of a package. */
const SOURCES = ['package.json', 'tsup.config.ts', 'src', 'browser']

/** The fields of a package.json that name files of `dist`. */
const FIELDS = ['main', 'module', 'types', 'bin', 'typesVersions']

/** Whether a package's `dist` has everything, and nothing that it is built from was changed since. */
export function isBuilt(folder: string): boolean {
  const promised = promisedFiles(folder)
  if (missingFiles(folder).length > 0) return false
  const built = Math.min(...promised.map((file) => statSync(join(folder, file)).mtimeMs))
  return SOURCES.every((name) => !existsSync(join(folder, name)) || newest(join(folder, name)) <= built)
}

/** The files that a package's package.json names and that are missing or empty. */
export function missingFiles(folder: string): string[] {
  return promisedFiles(folder).filter(
    (file) => (statSync(join(folder, file), { throwIfNoEntry: false })?.size ?? 0) === 0,
  )
}

/** The files of `dist` that the published package.json names. */
function promisedFiles(folder: string): string[] {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const named = [manifest.publishConfig?.exports, ...FIELDS.map((field) => manifest[field])]
  return [...new Set(named.flatMap(texts).filter((text) => text.startsWith('./dist/')))]
}

function texts(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(texts) : []
}

/** When something in a file or folder was last changed; a file that was removed changes its folder. */
function newest(path: string): number {
  const { mtimeMs } = statSync(path)
  if (!statSync(path).isDirectory()) return mtimeMs
  return Math.max(mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))))
}
