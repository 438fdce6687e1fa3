import { z } from 'zod'
import { FetchFailure } from '../fetch/failure.ts'
import type { FetchedPage, FetchRequest } from '../fetch/guarded-fetch.ts'
import type { RenderedPage } from '../fetch/rendered-page.ts'

/** A service that opens pages in a browser, and what is needed to ask it. */
export interface ReaderSetting {
  /** `jina`, `firecrawl`, or an address in which `{url}` stands for that of the page. */
  reader: string
  /** Where the operator's own Jina Reader or Firecrawl is. Default: the service's own. */
  baseUrl?: string | undefined
  /** Sent as a bearer token. */
  apiKey?: string | undefined
}

/** What one kind of reader is asked for a page, and how it answers. */
interface ReaderKind {
  baseUrl: string
  ask(base: string, page: URL): { address: string } & Pick<FetchRequest, 'headers' | 'body'>
  types: readonly string[]
  /** @throws where it is no such answer, or tells of an error */
  read(answer: FetchedPage): RenderedPage
}

const JINA = z.object({
  data: z.object({ title: z.string().nullish(), content: z.string(), warning: z.string().nullish() }),
})
const FIRECRAWL = z.object({
  success: z.literal(true),
  data: z.object({
    markdown: z.string(),
    metadata: z.object({
      title: z.union([z.string(), z.array(z.string())]).nullish(),
      statusCode: z.number().nullish(),
    }),
  }),
})
/** How Jina tells that it got another page than was asked for. */
const NOT_THE_PAGE = /\berror [45]\d\d\b|captcha/i
/** Milliseconds that Firecrawl may take for a page, so that it ends before the request does. */
const FIRECRAWL_MS = 25_000

const JSON_TYPES = ['application/json']

const KINDS: Readonly<Record<string, ReaderKind>> = {
  /** https://jina.ai/reader. */
  jina: {
    baseUrl: 'https://r.jina.ai',
    ask: (base, page) => ({ address: `${base}/${page.href}`, headers: { 'x-return-format': 'markdown' } }),
    types: JSON_TYPES,
    read(answer) {
      const { title, content, warning } = JINA.parse(jsonOf(answer)).data
      if (warning && NOT_THE_PAGE.test(warning)) throw new FetchFailure('unreadable', 'did not get the page')
      return markdownPage(content, title)
    },
  },
  /** https://docs.firecrawl.dev/api-reference/endpoint/scrape. */
  firecrawl: {
    baseUrl: 'https://api.firecrawl.dev',
    ask: (base, page) => ({
      address: `${base}/v2/scrape`,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ url: page.href, formats: ['markdown'], onlyMainContent: true, timeout: FIRECRAWL_MS }),
    }),
    types: JSON_TYPES,
    read(answer) {
      const { markdown, metadata } = FIRECRAWL.parse(jsonOf(answer)).data
      if ((metadata.statusCode ?? 0) >= 400) throw new FetchFailure('unreadable', 'did not get the page')
      return markdownPage(markdown, [metadata.title].flat()[0])
    },
  },
}

const PLACE = '{url}'

/** The kind of a setting. */
export function readerKind({ reader }: ReaderSetting): ReaderKind {
  const known = Object.hasOwn(KINDS, reader) ? KINDS[reader] : undefined
  return known ?? templateKind(reader)
}

/** A reader that answers with the page itself, as HTML, Markdown or plain text. */
function templateKind(template: string): ReaderKind {
  return {
    baseUrl: new URL(template.replaceAll(PLACE, '')).href,
    ask: (_base, page) => ({ address: fill(template, page) }),
    types: ['text/markdown', 'text/html', 'text/plain'],
    read: ({ type, charset, bytes }) => ({ type, bytes, ...(charset !== undefined && { charset }) }),
  }
}

/** In a path the address of the page stands as it is, among parameters encoded as one of them. */
function fill(template: string, page: URL): string {
  const inQuery = template.indexOf('?') !== -1 && template.indexOf('?') < template.indexOf(PLACE)
  return template.replaceAll(PLACE, () => (inQuery ? encodeURIComponent(page.href) : page.href))
}

function jsonOf({ bytes }: FetchedPage): unknown {
  return JSON.parse(new TextDecoder().decode(bytes))
}

function markdownPage(markdown: string, title: string | null | undefined): RenderedPage {
  return { type: 'text/markdown', charset: 'utf-8', bytes: Buffer.from(markdown), ...(title && { title }) }
}
