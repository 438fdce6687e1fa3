import { describe, expect, it } from 'vitest'
import { alternatives, readSynonyms } from './synonyms.ts'

const library = (terms: readonly string[]) => ({
  passageCount: 100,
  documentFrequency: (term: string) => Number(terms.includes(term)),
})
const isNoName = () => false

describe('synonyms of an operator', () => {
  const synonyms = readSynonyms('# words of the handbook\nfolder, directory\n\nremove, delete, drop # of rows\n')

  it('stand for each other where the library has them', () => {
    const found = alternatives(['folder', 'remov'], isNoName, { library: library(['directori', 'delet']), synonyms })
    expect(found).toEqual(
      new Map([
        ['directori', 'folder'],
        ['delet', 'remov'],
      ]),
    )
  })

  it('stand for no name, and for nothing that is asked for beside them', () => {
    const held = library(['directori', 'delet', 'drop'])
    expect(alternatives(['folder'], () => true, { library: held, synonyms })).toEqual(new Map())
    expect(alternatives(['folder', 'directori'], isNoName, { library: held, synonyms })).toEqual(new Map())
  })

  it('find a version however it is written, without a file', () => {
    const found = alternatives(['v2p0p0'], isNoName, { library: library(['2p0p0']), synonyms: undefined })
    expect([...found.keys()]).toEqual(['2p0p0'])
  })

  it.each([
    ['folder, file system', 'line 1'],
    ['a, b\nfolder', 'line'],
    ['folder,\n', 'line 1'],
  ])('says which line cannot be read: %j', (text, line) => {
    expect(() => readSynonyms(text)).toThrow(line)
  })
})
