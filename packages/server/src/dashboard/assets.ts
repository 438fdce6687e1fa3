import { hash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import type { Clock } from '#kernel/clock.ts'

/** Files for browsers, made when the package is built. */
export interface Assets {
  /** Where the page finds a file, by a name that changes with its content; undefined where it was not built. */
  url(name: string): string | undefined
  files: ReadonlyMap<string, Asset>
}

interface Asset {
  bytes: Buffer
  /** The same, compressed when it is first asked for: a start need not wait for it. */
  gzipped: () => Buffer
  type: string
}

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
}

/** Beside the built program, and where the sources are run. */
const FOLDERS = ['./browser/', '../../dist/browser/'].map((path) => fileURLToPath(new URL(path, import.meta.url)))

/** Reads all files for browsers into memory; they are some hundred kilobytes. */
export function loadAssets(folder = FOLDERS.find((path) => existsSync(path))): Assets {
  const names = folder === undefined ? [] : readdirSync(folder).filter((name) => TYPES[extname(name)])
  const urls = new Map<string, string>()
  const files = new Map<string, Asset>()
  for (const name of names) {
    const bytes = readFileSync(join(folder ?? '', name))
    const url = `/assets/${hash('sha256', bytes, 'hex').slice(0, 16)}/${name}`
    urls.set(name, url)
    let compressed: Buffer | undefined
    const gzipped = () => {
      compressed ??= gzipSync(bytes)
      return compressed
    }
    files.set(url, { bytes, gzipped, type: TYPES[extname(name)] ?? '' })
  }
  return { url: (name) => urls.get(name), files }
}

/** How long what security.txt says is true, in milliseconds: RFC 9116 wants less than a year. */
const SECURITY_TEXT_FOR = 180 * 86_400_000

/** What browsers, crawlers and whoever found a vulnerability ask for by themselves. */
export function registerWellKnown(
  scope: FastifyInstance,
  { assets, securityContact, clock }: { assets: Assets; securityContact: string | undefined; clock: Clock },
): void {
  scope.get('/favicon.ico', (_request, reply) => {
    const icon = assets.url('icon.svg')
    return icon === undefined ? reply.callNotFound() : reply.redirect(icon, 302)
  })
  scope.get('/robots.txt', (_request, reply) =>
    reply.type('text/plain; charset=utf-8').send('User-agent: *\nDisallow: /\n'),
  )
  scope.get('/.well-known/security.txt', (_request, reply) => {
    if (securityContact === undefined) return reply.callNotFound()
    const expires = new Date(clock.now() + SECURITY_TEXT_FOR).toISOString()
    return reply.type('text/plain; charset=utf-8').send(`Contact: ${securityContact}\nExpires: ${expires}\n`)
  })
}

/** Serves the files. What a name stands for never changes, so browsers keep what they have. */
export function registerAssets(scope: FastifyInstance, { files }: Assets): void {
  scope.get('/assets/*', (request, reply) => {
    const file = files.get(request.url)
    if (!file) return reply.callNotFound()
    reply.type(file.type).header('vary', 'accept-encoding')
    if (!/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) return reply.send(file.bytes)
    return reply.header('content-encoding', 'gzip').send(file.gzipped())
  })
}
