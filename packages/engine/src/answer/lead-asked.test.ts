import { expect, test } from 'vitest'
import { Origins } from '#question/origins.ts'
import { understand } from '#question/question.ts'
import { documentBy, memoryLibrary } from '../../test/memory-library.ts'
import { askedFeatures } from './lead-asked.ts'

const texts = ['The ferry lands.', 'A lamp is lit.', 'Fog rises over the quay.', 'The horn sounds.']
const library = memoryLibrary(texts.map((text, i) => documentBy(`${i}`, 'A', 2000, text)))

function measure(question: string, quote: string, asksForCode = false, shown = quote) {
  return askedFeatures(understand(question, { library, origins: new Origins([]) }), asksForCode)(quote, shown)
}

test('where a way is asked for, a clause that says what something is for counts by what it holds of the question', () => {
  const asked = 'How do I sound the horn in fog?'
  const purposeOf = (quote: string, question = asked) => measure(question, quote)['purpose'] ?? 0
  expect(purposeOf('To sound the horn in fog, press the knob.')).toBeGreaterThan(0.9)
  expect(purposeOf('In case you want to sound the horn, press the knob.')).toBeGreaterThan(0)
  expect(purposeOf('Press the knob to sound the horn.')).toBe(0)
  expect(purposeOf('Press the knob, used to sound the horn.')).toBeGreaterThan(0)
  expect(purposeOf('To land, sound the horn.')).toBe(0)
  expect(purposeOf('To sound the horn, press the knob.', 'What is the horn?')).toBe(0)
})

test('a number counts where one is asked for, and most the one that is the default', () => {
  const asked = 'How often does the horn sound by default?'
  expect(measure(asked, 'It sounds (default: 20 s).')).toMatchObject({ amount: 1, defaultAmount: 1 })
  expect(measure(asked, 'It sounds 3 times by default.')).toMatchObject({ amount: 1, defaultAmount: 1 })
  expect(measure(asked, 'It sounds three times.')).toMatchObject({ amount: 1 })
  expect(measure(asked, 'It sounds as one, since 1931.')).toMatchObject({ amount: 0 })
  expect(measure(asked, 'It sounds 3 times.')).toMatchObject({ amount: 1, defaultAmount: 0 })
  expect(measure(asked, 'It sounds (default: loud2).')).toMatchObject({ defaultAmount: 0 })
  expect(measure(asked, 'It sounds by default.')).toMatchObject({ amount: 0, defaultAmount: 0 })
  expect(measure('How does the horn sound by default?', 'It sounds 3 times.')).toMatchObject({ amount: 0 })
  const unset = "How often does the horn sound if I don't say so?"
  expect(measure(unset, 'It sounds (default: 20 s).')).toMatchObject({ defaultAmount: 1 })
})

test('who asks how to limit something, or how two limits differ, asks for no number', () => {
  const quote = 'Three horns sound by default, at most 5.'
  expect(measure('What is the limit of the horns?', quote)).toMatchObject({ amount: 1 })
  expect(measure('How do I limit the horns?', quote)).toMatchObject({ amount: 0, defaultAmount: 0 })
  expect(measure('What is the difference between a soft and a hard limit?', quote)).toMatchObject({ amount: 0 })
})

test('neighbouring words of the question count by how near they stand', () => {
  const adjacentOf = (quote: string) => measure('Where does the ferry horn hang?', quote)['adjacent'] ?? 0
  expect(adjacentOf('The ferry horn hangs here.')).toBeGreaterThan(
    adjacentOf('The ferry has, as all boats do, a horn.'),
  )
  expect(adjacentOf('The horn.')).toBe(0)
})

test('a number that is asked for is often the default that the passage tells further down', () => {
  const shown = 'It limits the horns. Defaults to 3.'
  const measured = (question: string) => measure(question, 'It limits the horns.', false, shown)
  expect(measured('How many horns sound?')['amount']).toBe(1)
  expect(measured('How many horns sound?')['defaultAmount']).toBeGreaterThan(0)
  expect(measured('How many horns sound?')['defaultAmount']).toBeLessThan(1)
  expect(measured('How many horns sound if I set nothing?')['defaultAmount']).toBe(1)
  expect(measured('How does it decide how many horns sound?')).toMatchObject({ amount: 0, defaultAmount: 0 })
})
