import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'

/** Longer than any step took on a busy machine with two cores, most of it for the registry. Milliseconds. */
const MOST = 240_000

/** What a user's terminal hands on: nothing of our settings, and nothing of the pnpm that runs this. */
const KEPT = /^(HOME|TMPDIR|LANG|NODE_EXTRA_CA_CERTS|npm_config_registry|\w*_proxy)$/i

/** A program of a user that runs until it is stopped. */
export interface Running {
  /** What it has printed so far. */
  printed(): string
  /** Ctrl-C; resolves when it has ended. */
  stop(): Promise<void>
}

/** Somebody at a terminal, in a folder, with a version of Node. */
export interface User {
  readonly folder: string
  /** Runs lines of shell; gives all that they print, and throws with it if one fails. */
  type(lines: string): Promise<string>
  /** The same for a program that goes on; resolves when it has printed what is waited for. */
  begin(lines: string, ready: RegExp): Promise<Running>
  write(path: string, text: string): void
}

export function createUser(node: string, folder: string, set: Record<string, string> = {}): User {
  mkdirSync(folder, { recursive: true })
  const PATH = [
    dirname(node),
    ...(process.env['PATH'] ?? '').split(delimiter).filter((path) => !/node_modules/.test(path)),
  ]
  const kept = Object.entries(process.env).filter(([name]) => KEPT.test(name))
  const env = { ...Object.fromEntries(kept), PATH: PATH.join(delimiter), NO_COLOR: '1', ...set }
  const start = (lines: string) =>
    listenTo(
      spawn('bash', ['-eo', 'pipefail', '-c', lines], {
        cwd: folder,
        env,
        detached: true,
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
    )
  return {
    folder,
    async type(lines) {
      const { printed, ended, signal } = start(lines)
      const late = setTimeout(() => signal('SIGKILL'), MOST)
      const code = await ended
      clearTimeout(late)
      if (code !== 0) throw new Error(`${lines.trim()}\nended with ${code}:\n${printed()}`)
      return printed()
    },
    async begin(lines, ready) {
      const { printed, ended, signal, whenPrinted } = start(lines)
      const late = setTimeout(() => signal('SIGKILL'), MOST)
      const isReady = await Promise.race([whenPrinted(ready), ended.then(() => false)])
      clearTimeout(late)
      if (!isReady) throw new Error(`${lines.trim()}\nended:\n${printed()}`)
      return {
        printed,
        async stop() {
          signal('SIGINT')
          await ended
        },
      }
    },
    write(path, text) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), text)
    },
  }
}

function listenTo(child: ChildProcess) {
  let text = ''
  const waiting: (() => void)[] = []
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (piece: string) => {
      text += piece
      for (const look of waiting) look()
    })
  }
  const ended = new Promise<number | string>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, by) => resolve(code ?? by ?? ''))
  })
  return {
    ended,
    printed: () => text,
    whenPrinted: (pattern: RegExp) =>
      new Promise<true>((resolve) => waiting.push(() => pattern.test(text) && resolve(true))),
    /** To all that the shell has started, as a terminal does. */
    signal(name: NodeJS.Signals) {
      if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, name)
    },
  }
}
