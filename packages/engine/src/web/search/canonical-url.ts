const TRACKING = /^(?:utm_\w+|fbclid|gclid|dclid|msclkid|mc_[ce]id|igshid|yclid|_ga|_gl|ref_src|spm|cmpid|ns_\w+)$/i
const DOI = /^(?:dx\.)?doi\.org$/
/** The DOI that arXiv gives each preprint. */
const OF_ARXIV = /^\/10\.48550\/arxiv\.(.+)$/i

/**
 * Brings different addresses of the same page to one: without tracking, fragment and default port, with sorted
 * parameters, mobile and AMP forms as the plain one, http and https alike, and one form for arXiv and DOI. For
 * comparing, not for fetching.
 */
export function canonicalUrl(address: string): string {
  const url = URL.parse(address)
  if (!url || !/^https?:$/.test(url.protocol)) return address
  url.hash = ''
  url.username = ''
  url.password = ''
  const host = url.hostname
    .toLowerCase()
    .replace(/\.$/, '')
    .replace(/^(?:www\d?|m|mobile|amp)\.(?=.+\.)/, '')
    .replace(/^(\w+)\.m\./, '$1.')
  const kept = [...url.searchParams].filter(([name]) => !TRACKING.test(name) && !(name === 'amp'))
  kept.sort(([a, x], [b, y]) => (a === b ? (x < y ? -1 : Number(x > y)) : a < b ? -1 : 1))
  const query = kept.length === 0 ? '' : `?${new URLSearchParams(kept)}`
  const port = url.port === '' ? '' : `:${url.port}`
  const preprint = DOI.test(host) ? OF_ARXIV.exec(url.pathname)?.[1] : undefined
  if (preprint !== undefined) return `https://arxiv.org/abs/${preprint}`
  return `https://${DOI.test(host) ? 'doi.org' : host}${port}${pathOf(host, url.pathname)}${query}`
}

function pathOf(host: string, path: string): string {
  const arxiv = host === 'arxiv.org' ? /^\/(?:abs|pdf|html)\/(.+?)(?:v\d+)?(?:\.pdf)?$/.exec(path)?.[1] : undefined
  if (arxiv !== undefined) return `/abs/${arxiv}`
  if (DOI.test(host)) return path.toLowerCase()
  return (
    path
      .replace(/\/amp\/?$/, '/')
      .replace(/\/index\.(?:html?|php)$/, '/')
      .replace(/(?<!\/)\/+$/, '') || '/'
  )
}
