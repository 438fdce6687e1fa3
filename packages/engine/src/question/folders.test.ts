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

test('a file is named where a name would stand, and files of one matter by what their names begin with', () => {
  const files = new Origins(
    ['find', 'grep', 'git-log', 'git-stash', 'sort', 'less', 'tar'].map((name) => ({
      documentId: name,
      name,
      kind: 'file',
    })),
  )
  const named = (text: string) => [...files.namedIn(text).names]
  expect(named('How do I delete old files with find?')).toEqual([['find', ['find']]])
  expect(named('How do I find old files?')).toEqual([])
  expect(named('What is the exit status of grep when nothing matches?')).toEqual([['grep', ['grep']]])
  expect(named('What is the cost of sort keys?')).toEqual([])
  expect(named('Does less show line numbers?')).toEqual([['less', ['less']]])
  expect(named('Can tar write to a pipe?')).toEqual([['tar', ['tar']]])
  expect(named('Is sort stable?')).toEqual([['sort', ['sort']]])
  expect(named('What is sort order?')).toEqual([])
  expect(named('Where does the find command look?')).toEqual([['find', ['find']]])
  expect(named('What does git stash keep?')).toEqual([['git stash', ['git-stash']]])
  expect(named('How do I go back in Git?')).toEqual([['Git', ['git-log', 'git-stash']]])
})

test('a file stands for those whose names begin with its own, unless that is short', () => {
  const names = ['ferry', 'ferryman', 'ferry-boats', 'oar', 'oarlock', 'sail', 'mast']
  const files = new Origins(names.map((name) => ({ documentId: name, name, kind: 'file' })))
  const { names: named, places } = files.namedIn('What is the speed of ferry?')
  expect([...named]).toEqual([['ferry', ['ferry', 'ferry-boats', 'ferryman']]])
  expect([...places]).toEqual(['ferry'])
  expect([...files.namedIn('What is the length of oar?').names]).toEqual([['oar', ['oar']]])
})

test('a word that only a file speaks of is its name, wherever it stands; a page is called without its section', () => {
  const files = new Origins(
    ['ferry.1', 'sail', 'oar-lock.5', 'mast'].map((name) => ({ documentId: name, name, kind: 'file' })),
  )
  const isSpokenOfIn = (term: string) => term === 'ferri'
  const named = (text: string) => [...files.namedIn(text, { isSpokenOfIn }).names]
  expect(named('ferry carry two cars')).toEqual([['ferry', ['ferry.1']]])
  expect(named('sail carry two cars')).toEqual([])
  expect(named('who built the Long Ferry of Vester')).toEqual([])
  expect(named('how long is an oar-lock')).toEqual([['oar-lock', ['oar-lock.5']]])
})

test('what most passages speak of is no name of a file, unless it is spoken of in that alone', () => {
  const files = new Origins(['ferry', 'sail', 'oar'].map((name) => ({ documentId: name, name, kind: 'file' })))
  const isCommon = () => true
  const isSpokenOfIn = (term: string) => term === 'sail'
  expect([...files.namedIn('what is the fare in ferry', { isCommon }).names]).toEqual([])
  expect([...files.namedIn('what is the size of sail', { isCommon, isSpokenOfIn }).names]).toEqual([['sail', ['sail']]])
})

test('what stands before a colon at the beginning is a name', () => {
  const files = new Origins(['ferry', 'sail', 'oar'].map((name) => ({ documentId: name, name, kind: 'file' })))
  expect([...files.namedIn('ferry: carry two cars').names]).toEqual([['ferry', ['ferry']]])
})
