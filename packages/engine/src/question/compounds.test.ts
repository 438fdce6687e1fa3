import { expect, test } from 'vitest'
import { compounds } from './compounds.ts'
import { parseQuestion } from './parse-question.ts'

const library = (frequencies: Record<string, number>) => ({
  passageCount: 100,
  documentFrequency: (term: string) => frequencies[term] ?? 0,
})
const found = (text: string, frequencies: Record<string, number>, isName: (term: string) => boolean = () => false) => [
  ...compounds(parseQuestion(text), isName, library(frequencies)),
]

test('two neighbours in one word of the library are meant by it, one of them cut short or both whole', () => {
  expect(found('How large is the buffer size?', { bufsiz: 3, buffer: 4, size: 9 })).toEqual([['bufsiz', 'buffer']])
  expect(found('Where is the public key kept?', { pubkey: 2, public: 9, key: 4 })).toEqual([['pubkey', 'key']])
  expect(found('What does http close do?', { httpclos: 1, http: 9, close: 9 })).toEqual([['httpclos', 'http']])
})

test('both cut short, parted by another word, or a name are another matter', () => {
  expect(found('How is a repository directly read?', { repodir: 1 })).toEqual([])
  expect(found('How large is the size of a buffer?', { sizebuf: 1, sizebuff: 1 })).toEqual([])
  expect(found('How large is the buffer size?', { bufsiz: 3 }, (term) => term === 'buffer')).toEqual([])
})

test('a term of the question itself stands for no other one', () => {
  // "serverlis" is stemmed as "serverless" would be.
  expect(found('Where does the server listens?', { server: 5, listen: 2 })).toEqual([])
})
