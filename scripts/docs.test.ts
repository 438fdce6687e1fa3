import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { resolveLink } from '../docs/.vitepress/repository-links.ts'
import { ERRORS, type ErrorCode } from '../packages/sdk/src/contract/index.ts'
import { SAMPLE_EVENTS, SAMPLE_REQUEST, sampleError, sampleStream } from '../packages/server/src/reference/samples.ts'
import { blocksOf } from './blocks.ts'

const root = resolve(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const PAGES = [
  ...globSync('docs/*.md', { cwd: root }),
  ...globSync('packages/*/README.md', { cwd: root }),
  ...globSync('examples/{README.md,*/README.md}', { cwd: root }),
  ...['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CODE_OF_CONDUCT.md'],
]

/** What an address outside the repository looks like; whether it answers takes a network. */
const ADDRESS = /^(mailto:[^@]+@[^@]+|https?:\/\/(localhost|[^/]+\.[^/.]+)(:\d+)?(\/.*)?)$/

/** What a heading is called in an address. */
function slug(heading: string): string {
  const text = heading.replaceAll(/\[([^\]]*)\]\([^)]*\)|`/g, '$1').toLowerCase()
  return text
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-')
}

function withoutCode(page: string): string {
  return page.replaceAll(/```[\s\S]*?```/g, '')
}

test.each(PAGES)('every link of %s leads to a file and a heading that are there', (page) => {
  const links = [...withoutCode(read(page)).matchAll(/\]\(([^)\s]+)\)/g)].map(([, href = '']) => href)
  const broken = links.filter((href) => {
    if (/^(https?|mailto):/.test(href)) return !ADDRESS.test(href)
    const [path = '', anchor] = href.split('#')
    const file = path === '' ? join(root, page) : resolve(root, dirname(page), path)
    if (!existsSync(file)) return true
    if (anchor === undefined) return false
    const headings = [...withoutCode(readFileSync(file, 'utf8')).matchAll(/^#+ (.*)$/gm)]
    return !headings.some(([, heading = '']) => slug(heading) === anchor)
  })
  expect(broken).toEqual([])
})

test('every page is in the sidebar and in llms.txt', () => {
  const pages = readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md') && name !== 'index.md')
  const sidebar = read('docs/.vitepress/config.ts')
  const forMachines = read('docs/public/llms.txt')
  expect(pages.filter((name) => !sidebar.includes(`'/${name.replace('.md', '')}'`))).toEqual([])
  const linked = [...forMachines.matchAll(/\]\(([^)]+)\.html\)/g)].map(([, name]) => `${name}.md`)
  expect(linked.toSorted()).toEqual(pages.toSorted())
})

/** A text with what differs each time, and names of settings, taken out. */
const pieces = (text: string) =>
  text
    .split(/…|[":,.]|[A-Z]{3,}[A-Z_]*|\d+/)
    .map((piece) => piece.trim())
    .filter((piece) => piece.length > 8)

test('every message of the page about troubleshooting is one that is printed', () => {
  const sources = globSync('packages/*/src/**/*.ts', { cwd: root }).map(read).join('\n').replaceAll(/\s+/g, ' ')
  const page = read('docs/troubleshooting.md')
  const messages = [...page.matchAll(/^\*\*`([^`]+)`\*\*/gm)].map(([, message = '']) => message.replaceAll(/\s+/g, ' '))
  expect(messages.length).toBeGreaterThan(20)
  const unknown = messages.flatMap(pieces).filter((piece) => !sources.includes(piece))
  expect(unknown).toEqual([])
})

test('there are ten recipes, and every file that they name is there', () => {
  const guide = read('CONTRIBUTING.md')
  const recipes = guide.slice(guide.indexOf('## Ten recipes'), guide.indexOf('## What a change needs'))
  expect(recipes.match(/^\d+\. \*\*/gm)).toHaveLength(10)
  const files = [...recipes.matchAll(/`((?:packages|docs)\/[^`]+)`/g)].map(([, file = '']) => file)
  expect(files.length).toBeGreaterThan(25)
  expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([])
})

test('every example has a page, a command and a test, and is in the list', () => {
  const examples = readdirSync(join(root, 'examples'), { withFileTypes: true })
  const names = examples.filter((entry) => entry.isDirectory() && entry.name !== 'node_modules').map(({ name }) => name)
  expect(names.length).toBeGreaterThan(9)
  const list = read('examples/README.md')
  for (const name of names) {
    expect(list).toContain(`](${name}/README.md)`)
    expect(blocksOf(`examples/${name}/README.md`, 'sh').length).toBeGreaterThan(0)
    // That for Next.js needs a stack of its own, which the long run tries.
    if (name === 'nextjs') expect(read('scripts/frameworks.test.ts')).toContain(name)
    else expect(globSync(`examples/${name}/test/*.test.ts`, { cwd: root })).toHaveLength(1)
  }
})

test('what the page about relays shows is in the examples that run', () => {
  const examples = globSync('examples/{relay,nextjs}/{src,page,app}/**/*.{ts,tsx}', { cwd: root }).map(read)
  const shown = [...blocksOf('docs/relay.md', 'ts'), ...blocksOf('docs/relay.md', 'tsx')]
  expect(shown.length).toBe(6)
  expect(shown.filter((code) => !examples.some((example) => example.includes(code)))).toEqual([])
})

test('the page about the protocol shows what the service sends', () => {
  const [request, ...rest] = blocksOf('docs/protocol.md', 'json').map((code) => JSON.parse(code))
  const errors = (Object.keys(ERRORS) as ErrorCode[]).map(sampleError)
  expect(request).toEqual(SAMPLE_REQUEST)
  expect(rest).toEqual([...SAMPLE_EVENTS, ...errors])
  const streams = [sampleStream('research.completed'), sampleStream('research.failed')]
  expect(blocksOf('docs/protocol.md', 'text')).toEqual(streams.map((stream) => `${stream.trimEnd()}\n`))
})

test.each([
  ['../packages/sdk/README.md#errors', './sdk.md#errors'],
  ['docs/security.md', './security.md'],
  ['../../docs/sdk-reference.md#hooks', './sdk-reference.md#hooks'],
  ['service.md#settings', 'service.md#settings'],
  ['../deploy/nginx.conf', undefined],
])('in the site, %s leads to %s', (href, target) => {
  expect(resolveLink(href, undefined)).toBe(target)
  if (target === undefined) {
    expect(resolveLink(href, 'https://example.org/us')).toBe('https://example.org/us/blob/main/deploy/nginx.conf')
  }
})
