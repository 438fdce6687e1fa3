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
})
