import { expect, test } from 'vitest'
import { askedAct } from '#depth/asked-act.ts'
import { Subject } from '#depth/subject.ts'
import { Origins } from '#question/origins.ts'
import { understand } from '#question/question.ts'
import { memoryLibrary } from '../../test/memory-library.ts'
import { toldOfSubject } from './told-of-subject.ts'

const VERDICT = 'Mira Olsen of the harbour board has been found guilty on two counts.'
const OTHER =
  'The friends of Mira Olsen sat in the third row of the court for most of the day, where they spoke of boats, of trams and of the weather, after an old thief had been found guilty.'

test('what is told far from the words of the subject is told of something else', () => {
  const documents = [VERDICT, OTHER].map((text, i) => ({
    ...{ id: `d${i}`, url: `urn:${i}`, title: 'A paper', text },
    sourceType: 'text' as const,
  }))
  const library = memoryLibrary(documents)
  const question = understand('What happened to Mira Olsen?', { library, origins: new Origins(library.origins()) })
  const act = askedAct(question)
  if (!act) throw new Error('it asks what happened')
  const isTold = toldOfSubject(act, new Subject(question))
  expect(isTold(VERDICT)).toBe(true)
  expect(isTold(OTHER)).toBe(false)
  expect(isTold('Mira Olsen of the harbour board sat in the third row.')).toBe(false)
})
