import { expect, test } from 'vitest'
import { documentBy, memoryLibrary } from '../../test/memory-library.ts'
import { Origins } from './origins.ts'
import { understand } from './question.ts'

test('beside a term that tells more the letter of an option weighs little, a letter that is a word does not', () => {
  const library = memoryLibrary(
    ['The o is round.', 'The o is a ring.', 'The c is open.', 'Pipefail fails pipes.'].map((text, i) =>
      documentBy(`${i}`, 'A', 2000, text),
    ),
  )
  const weigh = (text: string) => understand(text, { library, origins: new Origins([]) }).weights
  const pipe = weigh('What does set -o pipefail do?')
  expect(pipe.get('o') ?? 0).toBeLessThan((weigh('What does o do to pipefail?').get('o') ?? 0) / 2)
  expect(weigh('What does the -o spigot do?').get('o')).toBe(weigh('What does the o spigot do?').get('o'))
  expect(weigh('What does -o do?').get('o')).toBe(weigh('What does o do?').get('o'))
  const vitamin = weigh('What does vitamin C do?')
  expect(vitamin.get('c')).toBe(weigh('What does c do?').get('c'))
})

test('a verb that the library hardly writes says no more than one of everyday talk, where it asks for a way', () => {
  const texts = ['A gate is shut.', 'A gate is oiled.', 'Gates rust.', 'A gate creaks.']
  const library = memoryLibrary(texts.map((text, i) => documentBy(`${i}`, 'A', 2000, text)))
  const weigh = (text: string) => understand(text, { library, origins: new Origins([]) }).weights.get('lubric') ?? 0
  expect(weigh('How do I lubricate a gate?')).toBeLessThan(weigh('Why does one lubricate a gate?') / 2)
  expect(weigh('Lubricate a gate')).toBe(weigh('Why does one lubricate a gate?'))
})
