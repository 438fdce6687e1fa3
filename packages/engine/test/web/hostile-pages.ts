import { constants, deflateRawSync } from 'node:zlib'

/** A page that is made to stop whoever reads it. */
export interface HostilePage {
  name: string
  type: string
  body: () => string | Uint8Array
  /** A robots.txt that is made for the same end. */
  robots?: () => string
  /** What becomes of it: the reason that is told, or `read` where its text is nothing bad. */
  ends: 'read' | RegExp
}

const PROSE = 'Corals are animals that live in colonies of many thousand polyps, and a colony may grow for centuries. '
const FIVE_MIB = 5 * 1024 * 1024 - 4096
const html = (name: string, body: () => string, ends: HostilePage['ends']): HostilePage => ({
  name,
  type: 'text/html',
  body,
  ends,
})
const filled = (unit: string, length = FIVE_MIB) => unit.repeat(Math.floor(length / unit.length))
const robots = (name: string, rules: () => string, ends: HostilePage['ends']): HostilePage => ({
  ...html(name, () => `<p>${PROSE.repeat(5)}`, ends),
  robots: rules,
})

/** A PDF whose page is a stream that unpacks to so many megabytes. */
function pdfOf(megabytes: number): Uint8Array {
  const megabyte = deflateRawSync(Buffer.alloc(1_000_000, 'BT (x) Tj ET '), { finishFlush: constants.Z_FULL_FLUSH })
  const content = Buffer.concat([Buffer.from([0x78, 0xda]), ...Array.from({ length: megabytes }, () => megabyte)])
  const head =
    '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/Contents 4 0 R/MediaBox[0 0 9 9]>>endobj\n'
  const stream = `4 0 obj<</Length ${content.length}/Filter/FlateDecode>>stream\n`
  const tail = '\nendstream endobj\ntrailer<</Root 1 0 R>>'
  return Buffer.concat([Buffer.from(head + stream), content, Buffer.from(tail)])
}

/** Those that once stopped the service for 8 to 120 seconds, and worse ones. */
export const HOSTILE: readonly HostilePage[] = [
  html('a style sheet without end', () => `<style>${filled('a{', 252_000)}<p>${PROSE}`, /hardly any text/),
  html('five megabytes of <style ', () => filled('<style '), /hardly any text/),
  html(
    'nested bold and empty italics',
    () => filled('<b>', 3 * 19_990) + filled('<i></i>', 7 * 200_000),
    /nested too deeply/,
  ),
  html('empty elements', () => `<p>${PROSE.repeat(9)}${filled('<i></i>', 4_000_000)}`, /more than 150000 elements/),
  html(
    'twenty thousand authors',
    () =>
      `${Array.from({ length: 20_000 }, (_, i) => `<meta name=author content="A ${i}">`).join('')}<p>${PROSE.repeat(9)}`,
    'read',
  ),
  robots(
    'a bomb of wildcards in robots.txt',
    () => `User-agent: *\nDisallow: ${filled('/*a', 2_000)}$\n`.repeat(200),
    /robots.txt/,
  ),
  { ...html('an honest text of 4.9 MB', () => filled(PROSE, 4_900_000), 'read'), type: 'text/plain' },
  { name: 'a PDF that unpacks to 600 MB', type: 'application/pdf', body: () => pdfOf(600), ends: /too much memory/ },
  html(
    'an element with a million attributes',
    () => `<p ${Array.from({ length: 500_000 }, (_, i) => `a${i}`).join(' ')}>${PROSE.repeat(9)}`,
    'read',
  ),
  html(
    'unclosed links',
    () => `<p>${PROSE.repeat(9)}${filled('<a href="x">y ', 4_000_000)}`,
    /nested too deeply|elements/,
  ),
  html('lists in lists', () => filled('<ul><li>x', 4_000_000), /nested too deeply/),
  html('half a million rows', () => `<table>${filled('<tr><td>a<td>b', 5_000_000)}`, /elements/),
  html(
    'thousands of selectors',
    () =>
      `<style>${Array.from({ length: 5_000 }, (_, i) => `.c${i} div p{display:none}`).join('')}</style>${'<div>'.repeat(400)}${filled('<p>x</p>', 400_000)}`,
    /more style rules/,
  ),
  { ...html('one word of five megabytes', () => filled('a'), 'read'), type: 'text/plain' },
  {
    ...html(
      'a quarter of a million different words',
      () => Array.from({ length: 250_000 }, (_, i) => i.toString(36)).join(' '),
      'read',
    ),
    type: 'text/plain',
  },
  { ...html('a text without a stop', () => filled('reef and coral '), 'read'), type: 'text/plain' },
  { ...html('brackets of Markdown', () => filled('[![', 300_000), 'read'), type: 'text/markdown' },
  {
    ...html('quotes in quotes of Markdown', () => `${'> '.repeat(200_000)}x`, /cannot be read/),
    type: 'text/markdown',
  },
  html('a title of five megabytes', () => `<title>${filled('Reef ')}</title><p>${PROSE.repeat(9)}`, 'read'),
  html('entities', () => `<p>${filled('&lt;b&gt;&amp;&#x41;', 4_900_000)}`, 'read'),
]
