import { execFileSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import { blockWith } from '../blocks.ts'
import { createUser } from './user.ts'

const root = resolve(import.meta.dirname, '../..')

/** Clones a commit into a folder, and packs its packages as the front page says. */
export async function packClone(commit: string, clone: string): Promise<void> {
  const git = (...words: string[]) => execFileSync('git', words, { stdio: 'pipe' })
  git('clone', '--quiet', '--no-local', root, clone)
  git(
    '-C',
    clone,
    'checkout',
    '--quiet',
    '--detach',
    execFileSync('git', ['-C', root, 'rev-parse', commit]).toString().trim(),
  )
  await createUser(process.execPath, clone).type(inClone(clone))
}

/** What the front page has for the clone, and for a project. */
const inClone = (clone: string) => blockWith('README.md', 'sh', 'tarballs', clone)

export function installLine(clone: string): string {
  const line = /^npm install .*$/m.exec(blockWith('README.md', 'sh', 'npm init', clone))?.[0] ?? ''
  return line.replace('/path/to/deep-research', clone)
}

/** Packages of ours as they are in the clone, where a page names them as they will be on npm. */
export function tarball(clone: string, name: string): string {
  return join(clone, `packed/deep-research-${name}-*.tgz`)
}

/** Fetches a version of Node from npm; gives the path of its program. */
export async function fetchNode(version: string, folder: string): Promise<string> {
  await createUser(process.execPath, folder).type(`npm install --no-audit --no-fund --prefer-offline node@${version}`)
  return join(folder, 'node_modules/node/bin/node')
}
