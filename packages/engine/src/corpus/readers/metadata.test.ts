import { describe, expect, it } from 'vitest'
import { metadataOf } from './metadata.ts'

describe('metadataOf', () => {
  it('leaves out what is no use', () => {
    const fields = { title: ' ', authors: [null, ''], date: {}, year: 'x', url: 3.5, source_type: [], lang: undefined }
    expect(metadataOf(fields)).toEqual({ url: '3.5' })
    expect(metadataOf({})).toEqual({})
  })

  it('takes an explicit year before that of the date', () => {
    expect(metadataOf({ date: '2021-01-01', year: 1999 })).toEqual({ date: '2021-01-01', year: 1999 })
    expect(metadataOf({ date: 1984 })).toEqual({ date: '1984', year: 1984 })
  })

  it('takes other names, the name of a source, and links to notes as they are shown', () => {
    const fields = {
      aliases: ['Grey Otter', ''],
      author: '[[People/Ann Lee|Ann]]',
      source: 'Lorn Works',
      published: 2024,
    }
    expect(metadataOf(fields)).toEqual({
      aliases: ['Grey Otter'],
      authors: ['Ann'],
      publisher: 'Lorn Works',
      date: '2024',
      year: 2024,
    })
    expect(metadataOf({ author: [{ name: 'Bo Ek', orcid: 1 }], source: 'https://lorn.example/a' })).toEqual({
      authors: ['Bo Ek'],
    })
  })
})
