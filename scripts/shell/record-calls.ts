import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A program that a block of the documentation calls. */
export interface Call {
  program: string
  args: readonly string[]
  /** What the block has set by then. */
  environment: Readonly<Record<string, string>>
}

/** What the documentation may call. Anything else ends the block with "command not found". */
const PROGRAMS = ['npx', 'pnpm', 'npm', 'node', 'deep-research', 'git', 'curl', 'docker', 'cp']
const OF_DATABASES = ['openssl', 'sqlite3', 'pg_dump', 'pg_restore', 'createdb']

/** In place of each program: notes its name, its words and its environment, and prints what may pass for a secret. */
const STAND_IN = `#!/bin/sh
[ -p /dev/stdin ] && /bin/cat > /dev/null
{ printf '%s\\0' "\${0##*/}" "$@"; printf '\\001'; /usr/bin/env -0; printf '\\002'; } >> "$CALLS"
printf '%064d\\n' 1
`

/** What the shell sets itself. */
const OWN = ['PATH', 'HOME', 'CALLS', 'PWD', 'OLDPWD', 'SHLVL', '_']

/**
 * Lets a shell run a block of the documentation, with stand-ins for all programs.
 * @throws if the shell does not understand it, or it calls what is not known here
 */
export function recordCalls(block: string): Call[] {
  const folder = mkdtempSync(join(tmpdir(), 'block-'))
  const programs = join(folder, 'programs')
  const calls = join(folder, 'calls')
  try {
    // The front page enters the clone that it has made.
    for (const made of [programs, join(folder, 'deep-research')]) mkdirSync(made)
    for (const name of [...PROGRAMS, ...OF_DATABASES]) {
      writeFileSync(join(programs, name), STAND_IN)
      chmodSync(join(programs, name), 0o755)
    }
    // A reader puts an address in place of what stands in angle brackets.
    const script = block.replaceAll(/<[^>\n]+>/g, 'https://example.org/it')
    execFileSync('/bin/bash', ['-eo', 'pipefail', '-c', script], {
      cwd: folder,
      env: { PATH: programs, HOME: folder, CALLS: calls },
      stdio: 'pipe',
    })
    return existsSync(calls) ? readCalls(readFileSync(calls, 'utf8')) : []
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function readCalls(text: string): Call[] {
  const lists = text.split('\u0002').slice(0, -1)
  return lists.map((record) => {
    const [words = '', variables = ''] = record.split('\u0001')
    const [program = '', ...args] = words.split('\0').slice(0, -1)
    const pairs = variables.split('\0').map((pair) => {
      const at = pair.indexOf('=')
      return [pair.slice(0, at), pair.slice(at + 1)] as const
    })
    const set = pairs.filter(([name]) => name !== '' && !OWN.includes(name))
    return { program, args, environment: Object.fromEntries(set) }
  })
}
