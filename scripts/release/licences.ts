import { execFileSync } from 'node:child_process'

/** A package from npm that one of our packages brings along. */
export interface Licensed {
  readonly name: string
  readonly versions: readonly string[]
  readonly license: string
}

/** The licences under which our packages may bring others along: all of them allow any use and only ask to be named. */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'PSF-2.0',
  'Unlicense',
  'Zlib',
])

/** The mock is not among them: it brings the SDK and zod, and MSW is its user's own. */
const OURS = ['sdk', 'demo-corpus', 'engine', 'server'].flatMap((name) => ['--filter', `@deep-research/${name}`])

/** Everything that is installed with our packages, in the order of names. */
export function installedPackages(): Licensed[] {
  const printed = execFileSync('pnpm', [...OURS, 'licenses', 'list', '--prod', '--json'], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const groups = JSON.parse(printed) as Record<string, Licensed[]>
  return Object.values(groups)
    .flat()
    .sort((one, other) => (one.name < other.name ? -1 : 1))
}

/** Whether a licence, or one of those that an expression such as `(MIT OR GPL-3.0)` leaves to choose, is allowed. */
export function isAllowed(license: string): boolean {
  return license
    .replaceAll(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((one) => ALLOWED.has(one.trim())))
}
