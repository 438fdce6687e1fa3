import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isAllowed } from './licences.ts'

/** The folder of an npm package in a path of one of its files. */
const PACKAGE = /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+(?=[\\/])/

/** The part of esbuild's plugin interface that is used here. */
interface Build {
  onLoad(options: { filter: RegExp }, listener: (file: { path: string }) => undefined): void
  onEnd(listener: () => void): void
}

/**
 * A plugin of esbuild that writes the licences of all packages that a bundle contains to a file.
 * @throws when the build ends, if a package has no licence text or one that does not allow any use.
 */
export function writeNotices(file: string): { name: string; setup(build: Build): void } {
  return {
    name: 'notices',
    setup(build) {
      const folders = new Set<string>()
      build.onLoad({ filter: /[\\/]node_modules[\\/]/ }, ({ path }) => {
        const folder = PACKAGE.exec(path)?.[0]
        if (folder !== undefined) folders.add(folder)
        return undefined
      })
      build.onEnd(() => {
        // The bundle itself may be written later.
        mkdirSync(dirname(file), { recursive: true })
        writeFileSync(file, formatNotices([...folders]))
      })
    },
  }
}

interface Bundled {
  name: string
  version: string
  license: string
  /** Undefined if the package has no file with it. */
  text: string | undefined
}

/** The notices of the packages in these folders, in the order of names, each package once. */
export function formatNotices(folders: readonly string[]): string {
  const all = [...new Map(folders.map(readPackage).map((one) => [one.name, one])).values()]
  all.sort((one, other) => (one.name < other.name ? -1 : 1))
  return [
    '# Third-party notices\n\nThe files in this folder contain these packages.\n',
    ...all.map(noticeIn(all)),
  ].join('\n')
}

function readPackage(folder: string): Bundled {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  if (!isAllowed(String(license))) throw new Error(`${name} cannot be bundled: its licence is ${license}.`)
  const file = readdirSync(folder).find((entry) => /^licen[cs]e(\.|$)/i.test(entry))
  return { name, version, license, text: file && readFileSync(join(folder, file), 'utf8').trim() }
}

/** A package without the text of its licence is covered by another one with the same licence. */
function noticeIn(all: readonly Bundled[]): (one: Bundled) => string {
  return ({ name, version, license, text }) => {
    const same = all.find((other) => other.license === license && other.text !== undefined)
    if (same === undefined) throw new Error(`${name} cannot be bundled: no text of its licence ${license} was found.`)
    const told = text?.replaceAll(/^/gm, '> ').replaceAll(/ +$/gm, '') ?? `Its licence is that of ${same.name}.`
    return `## ${name} ${version} (${license})\n\n${told}\n`
  }
}
