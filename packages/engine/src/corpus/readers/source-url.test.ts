import { describe, expect, it } from 'vitest'
import { sourceUrl } from './source-url.ts'

describe('sourceUrl', () => {
  it.each([
    [{ own: 'https://example.com/a?b#c', path: 'x.md' }, 'https://example.com/a?b#c'],
    [{ own: ' urn:isbn:123 ', path: 'x.md' }, 'urn:isbn:123'],
    [{ own: 'file:///etc/passwd', path: 'x.md' }, 'urn:corpus:x.md'],
    [{ own: 'javascript:alert(1)', path: 'x.md' }, 'urn:corpus:x.md'],
    [{ own: 'https://example.com/\u202egro', path: 'x.md' }, 'urn:corpus:x.md'],
    [{ own: `https://example.com/${'a'.repeat(3_000)}`, path: 'x.md' }, 'urn:corpus:x.md'],
    [{ own: '/relative', path: 'x.md', baseUrl: 'https://example.com/' }, 'https://example.com/x.md'],
    [{ path: 'a b/ü?#%.md' }, 'urn:corpus:a%20b/%C3%BC%3F%23%25.md'],
    [{ path: 'a/b.md', baseUrl: 'https://example.com/docs' }, 'https://example.com/docs/a/b.md'],
    [{ path: 'r.jsonl', record: 'x/1 y' }, 'urn:corpus:r.jsonl/x%2F1%20y'],
    [{ path: '\ud800.md' }, 'urn:corpus:%EF%BF%BD.md'],
  ])('of %j is %s', (parts, url) => {
    expect(sourceUrl(parts)).toBe(url)
    expect(URL.canParse(url)).toBe(true)
  })
})
