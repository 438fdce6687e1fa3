import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { absoluteLinks } from './absolute-links.ts'
import { repositoryFields } from './repository-fields.ts'

// `pnpm release`: builds and publishes every package that npm does not have in this version. With --dry-run it does
// everything but publish and tag, for a repository of an example's name, and leaves the files as they were.

const isTrial = process.argv.includes('--dry-run')
const root = resolve(import.meta.dirname, '../..')
const EXAMPLE = { GITHUB_SERVER_URL: 'https://github.com', GITHUB_REPOSITORY: 'owner/deep-research' }
const environment = isTrial ? { ...EXAMPLE, ...process.env } : process.env

const files = readdirSync(join(root, 'packages')).flatMap((name) => {
  const folder = join(root, 'packages', name)
  return ['package.json', 'README.md'].map((file) => ({ directory: `packages/${name}`, path: join(folder, file) }))
})
const before = files.map(({ path }) => readFileSync(path, 'utf8'))

/** Provenance is accepted only if a package names the repository that published it, so the release writes it down. */
function nameRepository(): void {
  for (const { directory, path } of files) {
    const text = readFileSync(path, 'utf8')
    const fields = repositoryFields(environment, directory)
    const [page = ''] = fields.homepage.split('/tree/')
    const named = path.endsWith('.json')
      ? `${JSON.stringify({ ...JSON.parse(text), ...fields }, null, 2)}\n`
      : absoluteLinks(text, page, directory)
    if (named !== text) writeFileSync(path, named)
  }
}

const pnpm = (...words: string[]) => execFileSync('pnpm', words, { cwd: root, stdio: 'inherit' })

try {
  nameRepository()
  pnpm('build')
  const listed = [
    '--sbom-format',
    'cyclonedx',
    '--split',
    '--prod',
    '--filter',
    './packages/*',
    '--out',
    'sbom/%s-%v.json',
  ]
  pnpm('sbom', ...listed)
  pnpm('--recursive', 'publish', '--no-git-checks', isTrial ? '--dry-run' : '--provenance')
  if (!isTrial) pnpm('changeset', 'tag')
} finally {
  if (isTrial) for (const [index, { path }] of files.entries()) writeFileSync(path, before[index] ?? '')
}
