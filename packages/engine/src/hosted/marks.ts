import { neutralise } from '#guard/neutralise.ts'
import type { Span } from '#language/span.ts'
import { canonicalUrl } from '#web/search/canonical-url.ts'
import type { HostedAnnotation, HostedReport } from './calls.ts'
import { addressesIn, linksIn } from './links.ts'

/** A place of a report that names sources, and what of it is a part of the text. */
interface Mark extends Span {
  urls: readonly string[]
  keeps: string
}

/** Numbers in brackets, in the forms that models write: [1], [1, 2], [^1], [cite: 1, 2], [web:1], 【1†L3】. */
const NUMBERS =
  /\[(?:\^|(?:cite|web|source|ref)s?[ :_-]{1,2})?(\d{1,3}(?: ?[,;–-] ?(?:(?:cite|web)[:_ ]{1,2})?\d{1,3}){0,20})\]|【(\d{1,3})(?:[:†][^【】\n]{0,60})?】/gi
/** A label that says nothing but where a link leads: a number, or the name of a site. */
const LABEL =
  /^\W{0,3}(?:\d{1,3}|(?:[a-z0-9-]{1,63}\.){1,6}[a-z]{2,24}(?:\/\S{0,300})?|https?:\/\/\S{1,2000}|sources?|links?)\W{0,3}$/i

/** Round brackets that held nothing but marks. */
const ONLY_HANDLES = /\(((?: {1,2}\[\[[e\d, ]{2,200}\]\][;,]?){1,20})\)/g

/** Marks and annotations that are looked at: no report has more. */
const MOST_MARKS = 20_000
const MOST_ANNOTATIONS = 2_000

/** What the marks of a report stand for. */
export class Marks {
  /** The addresses of sources by the handles that stand for them. */
  readonly urls = new Map<string, string>()
  readonly #handles = new Map<string, string>()
  readonly #report: HostedReport
  readonly #numbers: ReadonlyMap<number, string>

  /** `numbers`: what the report's own list of sources says. */
  constructor(report: HostedReport, numbers: ReadonlyMap<number, string>) {
    this.#report = report
    this.#numbers = numbers
  }

  /** What stands first in the report, fit to be read as a draft: with a handle for each mark, and nothing else that reads like one. */
  replace(text: string): string {
    const own = this.#marksIn(text)
    const annotations = this.#report.annotations.slice(0, MOST_ANNOTATIONS).filter(({ end }) => end <= text.length)
    const marks = [...own, ...annotations.flatMap((one) => markOf(one, own))]
    // What stands in a mark is a part of it.
    marks.sort((a, b) => a.start - b.start || b.end - a.end)
    let clean = ''
    let last = 0
    for (const { start, end, urls, keeps } of marks) {
      if (start < last) continue
      const ids = [...new Set(urls.map((url) => this.#handleOf(url)))]
      clean += neutralise(text.slice(last, start)) + neutralise(keeps)
      if (ids.length > 0) clean += ` [[${ids.join(', ')}]]`
      else if (keeps === '') clean = clean.replace(/ $/, '')
      last = end
    }
    clean += neutralise(text.slice(last))
    return clean.replace(ONLY_HANDLES, (_, handles: string) => handles.replace(/\]\][;,]/g, ']]'))
  }

  #handleOf(url: string): string {
    const key = canonicalUrl(url)
    const handle = this.#handles.get(key) ?? `e${this.#handles.size + 1}`
    this.#handles.set(key, handle)
    if (!this.urls.has(handle)) this.urls.set(handle, withoutReferrer(url))
    return handle
  }

  #marksIn(text: string): Mark[] {
    const links = linksIn(text).map((link): Mark => {
      const { start, end } = bracketed(text, link)
      if (link.isImage) return { start, end, urls: [], keeps: '' }
      return {
        start,
        end,
        urls: [link.url],
        keeps: LABEL.test(link.label) || start < link.start ? '' : plain(link.label),
      }
    })
    const bare = addressesIn(text).map((one): Mark => ({ ...bracketed(text, one), urls: [one.url], keeps: '' }))
    const numbers = [...text.matchAll(NUMBERS)].map((match): Mark => {
      const urls = numbersIn(match[1] ?? match[2] ?? '').flatMap((number) => this.#urlOf(number) ?? [])
      return { start: match.index, end: match.index + match[0].length, urls, keeps: '' }
    })
    return [links, bare, numbers].flatMap((some) => some.slice(0, MOST_MARKS))
  }

  #urlOf(number: number): string | undefined {
    const { sources } = this.#report
    const named = sources.find((source) => source.number === number)
    const inOrder = sources.some((source) => source.number !== undefined) ? undefined : sources[number - 1]
    return this.#numbers.get(number) ?? named?.url ?? inOrder?.url
  }
}

/** An address without what a service adds to it to be seen by the site. */
function withoutReferrer(address: string): string {
  const url = URL.parse(address)
  if (!url?.searchParams.has('utm_source')) return address
  url.searchParams.delete('utm_source')
  return url.href
}

/** The mark of an annotation, where the text has none of its own there. */
function markOf({ url, start, end }: HostedAnnotation, own: readonly Mark[]): Mark[] {
  const isMarked = own.some((mark) => mark.urls.length > 0 && mark.start < end && start < mark.end)
  const within = own.find((mark) => mark.start < end && end < mark.end)
  return isMarked ? [] : [{ start: within?.end ?? end, end: within?.end ?? end, urls: [url], keeps: '' }]
}

/** A label without the addresses in it. */
function plain(label: string): string {
  let text = ''
  let last = 0
  for (const address of addressesIn(label)) {
    const { start, end } = bracketed(label, address)
    text += label.slice(last, start)
    last = end
  }
  return text + label.slice(last)
}

/** A place with the round brackets that hold nothing else. */
function bracketed(text: string, { start, end }: Span): Span {
  return text[start - 1] === '(' && text[end] === ')' ? { start: start - 1, end: end + 1 } : { start, end }
}

/** Numbers and ranges of numbers: "1, 3-5". */
function numbersIn(list: string): number[] {
  return list.split(/[,;]/).flatMap((part) => {
    const [first = 0, last = first] = (part.match(/\d{1,3}/g) ?? []).map(Number)
    const count = Math.min(20, Math.max(1, last - first + 1))
    return Array.from({ length: count }, (_, at) => first + at)
  })
}
