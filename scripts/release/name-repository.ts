import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { repositoryFields } from './repository-fields.ts'

// Provenance is accepted only if a package names the repository that published it, so the release writes it down.
const packages = resolve(import.meta.dirname, '../../packages')
for (const name of readdirSync(packages)) {
  const file = join(packages, name, 'package.json')
  const fields = repositoryFields(process.env, `packages/${name}`)
  writeFileSync(file, `${JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), ...fields }, null, 2)}\n`)
}
