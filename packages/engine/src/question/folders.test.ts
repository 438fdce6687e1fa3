import { expect, test } from 'vitest'
import { Origins } from './origins.ts'

const folders = new Origins(
  [
    ['a', 'fastify'],
    ['a', 'docs'],
    ['b', 'fastify'],
    ['b', 'docs'],
    ['c', 'p-queue'],
    ['c', 'docs'],
    ['d', 'everything'],
    ['e', 'everything'],
    ['f', 'everything'],
    ['g', 'everything'],
    ['h', 'everything'],
  ].map(([documentId = '', name = '']) => ({ documentId, name, kind: 'folder' })),
)

test('a folder is named however it is written, and by more than one word', () => {
  expect([...folders.namedIn('What is the body limit of Fastify?').names]).toEqual([['Fastify', ['a', 'b']]])
  expect([...folders.namedIn('p-queue: how many at once, unlike fastify').names]).toEqual([
    ['p-queue', ['c']],
    ['fastify', ['a', 'b']],
  ])
})

test('what somebody does is no name of a folder', () => {
  const tools = new Origins(
    ['send', 'socket', 'walk', 'conf', 'serve'].map((name) => ({ documentId: name, name, kind: 'folder' })),
  )
  const named = (text: string) => [...tools.namedIn(text).names.keys()]
  expect(named('How do I send a header with socket?')).toEqual(['socket'])
  expect(named('How do we serve a folder with send?')).toEqual(['send'])
})

test('what says only what kind of files a folder holds, or holds most of them, names nothing', () => {
  expect([...folders.namedIn('Where are the docs of everything?').names]).toEqual([])
})
