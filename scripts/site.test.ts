import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { boostDocument } from '../docs/.vitepress/config.ts'

const root = resolve(import.meta.dirname, '..')
const site = join(root, 'docs/.vitepress/dist')
const DOCS_REPOSITORY = 'https://repository.example/us'

interface Page {
  ids: Set<string>
  links: string[]
}

const pages = new Map<string, Page>()

/** What stands for `&` and quotation marks in an attribute. */
const unescaped = (text: string) => text.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&')

const attributes = (html: string, pattern: RegExp) =>
  [...html.matchAll(pattern)].map(([, text = '']) => unescaped(text))

/** The built page that an address without its anchor leads to. */
function pageOf(path: string, from: string): string | undefined {
  const file = path === '' ? from : path.startsWith('/') ? path.slice(1) : join(dirname(from), path)
  return [file, `${file}.html`, join(file, 'index.html')].find((name) => pages.has(name))
}

beforeAll(() => {
  // As one command builds it; a link from page to page that leads nowhere ends the build.
  const run = (tool: string, ...rest: string[]) =>
    execFileSync(join(root, 'node_modules/.bin', tool), rest, {
      cwd: root,
      stdio: 'pipe',
      env: { ...process.env, DOCS_REPOSITORY },
    })
  run('typedoc')
  run('vitepress', 'build', 'docs')
  for (const name of globSync('**/*.html', { cwd: site })) {
    const html = readFileSync(join(site, name), 'utf8')
    pages.set(name, {
      ids: new Set(attributes(html, /\sid="([^"]*)"/g)),
      links: attributes(html, /<a\s[^>]*?href="([^"]*)"/g),
    })
  }
}, 600_000)

test('the site has a page for each guide and for each public module', () => {
  const guides = globSync('docs/*.md', { cwd: root }).map((file) => file.slice('docs/'.length).replace('.md', '.html'))
  expect(guides.length).toBeGreaterThan(10)
  expect(guides.filter((name) => !pages.has(name))).toEqual([])
  expect([...pages.keys()].filter((name) => name.startsWith('api/')).length).toBeGreaterThan(100)
})

test('the search finds guides before the pages of single types', () => {
  const weighed = ['/service#accounts-and-keys', '/api/sdk/src/variables/LIMITS#type'].map(boostDocument)
  expect(weighed).toEqual([1, 0.1])
  const built = readFileSync(join(root, 'docs/.vitepress/dist/index.html'), 'utf8')
  expect(built).toContain('function boostDocument(page)')
})

test('each page has the icon of the dashboard', () => {
  const icon = readFileSync(join(root, 'packages/server/browser/icon.svg'), 'utf8')
  const built = readFileSync(join(site, 'quickstart.html'), 'utf8')
  expect(built).toContain(`<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(icon)}">`)
})

test('every link of the built site leads to a page, and to a place on it, that is there', () => {
  const broken: string[] = []
  let followed = 0
  for (const [from, { links }] of pages) {
    for (const link of links.filter((href) => !/^[a-z]+:/.test(href))) {
      const [path = '', anchor] = link.split('#')
      const page = pageOf(decodeURIComponent(path), from)
      const isFile = page === undefined && path.startsWith('/') && existsSync(join(site, path))
      const isThere =
        anchor === undefined || anchor === '' || pages.get(page ?? '')?.ids.has(decodeURIComponent(anchor))
      if (!isFile && (page === undefined || !isThere)) broken.push(`${from}: ${link}`)
      followed += 1
    }
  }
  expect(broken).toEqual([])
  expect(followed).toBeGreaterThan(1000)
})

test('every link that leads out of the site is an address, and in the repository that of a file', () => {
  const outside = [...pages.values()].flatMap(({ links }) => links.filter((href) => /^[a-z]+:/.test(href)))
  const files = outside.filter((href) => href.startsWith(`${DOCS_REPOSITORY}/blob/main/`))
  expect(files.length).toBeGreaterThan(10)
  const fileOf = (href: string) => href.slice(`${DOCS_REPOSITORY}/blob/main/`.length).replace(/#.*/, '')
  expect(files.filter((href) => !existsSync(join(root, fileOf(href))))).toEqual([])
  const odd = outside.filter((href) => {
    if (/^mailto:[^@\s]+@[^@\s]+$/.test(href)) return false
    const url = URL.parse(href)
    return url === null || !/^https?:$/.test(url.protocol) || !/\.|^localhost$/.test(url.hostname)
  })
  expect(odd).toEqual([])
})
