import { expect, test } from 'vitest'
import { readHtml } from './html.ts'

const items = (text: string) => Array.from({ length: 9 }, (_, at) => `<li><a href="/lock-${at}">Lock ${at}</a>${text}`)
const kindsIn = (html: string) => (readHtml(html).blocks ?? []).map(({ kind }) => kind)

test('a page of links with their titles is an index, which nobody reads for its own sake', () => {
  const page = `<h1>Locks</h1><p>Begin here.</p><ul>${items(', of the old canal').join('')}</ul>`
  expect(kindsIn(page)).toEqual(['heading', 'paragraph', ...Array(9).fill('furniture')])
})

test('links that are told of, or that stand in a page that tells more, are items', () => {
  const told = `<ul>${items(': it is the oldest one, and the keeper still opens it by hand.').join('')}</ul>`
  expect(kindsIn(told)).toEqual(Array(9).fill('item'))
  const page = `<p>${'A lock lifts boats. '.repeat(40)}</p><ul>${items('').join('')}</ul>`
  expect(kindsIn(page)).toEqual(['paragraph', ...Array(9).fill('item')])
})

test('terms with nothing but links below them are entries of an index, too', () => {
  const entries = (text: string) =>
    Array.from(
      { length: 9 },
      (_, at) => `<dt>lock ${at}</dt><dd><p><a href="/${at}">The book [Locks]</a>${text}</p></dd>`,
    )
  expect(kindsIn(`<h1>Index</h1><dl>${entries('').join('')}</dl>`)).toEqual(['heading', ...Array(18).fill('furniture')])
  const told = kindsIn(
    `<h1>Index</h1><dl>${entries(' tells how the lock is opened by hand, which takes long: it is heavy.').join('')}</dl>`,
  )
  expect(told).not.toContain('furniture')
})
