import { readFileSync } from 'node:fs'

/** The version of this package. */
export function packageVersion(): string {
  // From the sources this file is two folders below the package, in what is published one.
  for (const path of ['../package.json', '../../package.json']) {
    const manifest = read(path)
    if (manifest?.name === '@deep-research/server') return manifest.version
  }
  return 'unknown'
}

function read(path: string): { name: string; version: string } | undefined {
  try {
    return JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'))
  } catch {
    return undefined
  }
}
