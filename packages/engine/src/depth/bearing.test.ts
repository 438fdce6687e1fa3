import { describe, expect, test } from 'vitest'
import { Origins } from '#question/origins.ts'
import { understand } from '#question/question.ts'
import { memoryLibrary } from '../../test/memory-library.ts'
import type { SourceDocument } from '../types.ts'
import { bearingOf } from './bearing.ts'

const document = (title: string, text: string, publisher: string): SourceDocument => ({
  ...{ id: title, url: `urn:${title}`, title, text, publisher, sourceType: 'news' },
})
const BRIDGE = document('Bridge', 'The Harbour Bridge was designed by Mira Olsen.', 'Morning Post')
const BREAD = document('Bread', 'Bread is baked by Mira Olsen in Tromsø.', 'Evening Star')
const WEATHER = document('Weather', 'It rained all day.', 'Evening Star')
const LIBRARY = memoryLibrary([BRIDGE, BREAD, WEATHER])

function bearing(text: string, documents: readonly SourceDocument[], onItsSubject = false) {
  const question = understand(text, { library: LIBRARY, origins: new Origins(LIBRARY.origins()) })
  return bearingOf(
    question,
    documents.map((each) => ({ document: each, quote: each.text.slice() })),
    { onItsSubject },
  )
}

describe('notes bear on a question', () => {
  test('where they hold what it names, and are of the sources that it names', () => {
    const asked = 'Who designed the Harbour Bridge, according to the Morning Post?'
    expect(bearing(asked, [BRIDGE])).toEqual({ bears: true, missing: [] })
  })

  test('whatever a name in it only tells when', () => {
    expect(bearing('Who designed the Harbour Bridge before the Great Flood?', [BRIDGE])).toEqual({
      bears: true,
      missing: [],
    })
  })

  test('not where nothing is of half of its sources', () => {
    const asked = 'Which engineer is named both in a Morning Post article and in a Mercury report?'
    expect(bearing(asked, [BRIDGE, WEATHER])).toEqual({ bears: false, missing: ['Mercury'] })
  })

  test('although a source is silent, where it is asked what each of them says', () => {
    const asked = 'What do the Morning Post and the Evening Star say of the bridge?'
    expect(bearing(asked, [BRIDGE])).toEqual({ bears: true, missing: ['Evening Star'] })
    expect(bearing(asked, [document('Else', 'Nothing of it.', 'Mercury')]).bears).toBe(false)
  })

  test('not where most of what it names stands nowhere, as a whole name', () => {
    expect(bearing('Who designed the Castle Bridge?', [BRIDGE])).toEqual({ bears: false, missing: ['Castle Bridge'] })
    expect(bearing('Did Mira Olsen design the Harbour Bridge in Zug?', [BRIDGE])).toMatchObject({ missing: ['Zug'] })
  })

  test('not by what its source says of other things, where more is asked of them', () => {
    const asked = 'Where was Mira Olsen born, according to the Evening Star?'
    expect(bearing(asked, [BRIDGE, WEATHER]).bears).toBe(true)
    expect(bearing(asked, [BRIDGE, WEATHER], true)).toEqual({ bears: false, missing: ['Evening Star'] })
    expect(bearing(asked, [BRIDGE, BREAD], true).bears).toBe(true)
  })

  test('not where no document holds a fifth of what is asked, and a model alone calls it answered', () => {
    const asked = 'how do ion traps scale to many qubits that hold all day?'
    expect(bearing(asked, [WEATHER, BREAD], true)).toEqual({ bears: false, missing: [] })
    expect(bearing(asked, [WEATHER, BREAD]).bears).toBe(true)
    const about = document('Ion traps', 'Ion traps scale by shuttling qubits.', 'Morning Post')
    expect(bearing(asked, [WEATHER, about], true).bears).toBe(true)
  })

  test('not where no document holds a tenth of a long question, although it seems to be answered', () => {
    const asked =
      'how does traffic of half a million passengers at airports bring measurable income, schools, clinics, theatres, roads and jobs to villages, farms and rain?'
    expect(bearing(asked, [WEATHER]).bears).toBe(false)
    const about = document('Airports', 'Traffic at airports brings income and jobs to villages.', 'Morning Post')
    expect(bearing(asked, [WEATHER, about]).bears).toBe(true)
  })

  test('where it names nothing', () => expect(bearing('how is bread baked?', [WEATHER]).bears).toBe(true))
})
