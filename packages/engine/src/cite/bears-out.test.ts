import { describe, expect, test } from 'vitest'
import type { SourceDocument } from '../types.ts'
import { verify } from './verify.ts'

const COUNCIL =
  'In March 2019 the council of Ardvik approved a new harbour for about 40 million crowns, and it hopes to open it by 2024.'
const FERRY =
  'The ferry will carry at least 300 passengers, but it may not sail in winter unless the strait is free of ice.'
const OLSEN = 'She designed three bridges before the war and taught at the institute in Tromsø for twenty years.'
const ENGINEERS =
  'Most engineers who tested the pump reported that it failed to start below zero, although none found a broken part.'
const PLANT = 'We are closing the old plant this year, and our workers were told of it before the press.'
const MUSEUM =
  'The museum was founded by Ida Berg in 1887 and moved to the former customs house after the fire of 1903.'

const about = (sentence: string): SourceDocument => ({
  id: sentence,
  url: 'https://library.example/',
  title: sentence === OLSEN ? 'Mira Olsen' : 'Harbours of the north',
  text: `The town lies by the sea. ${sentence} People came from far away.`,
  sourceType: 'document',
  ...(sentence === PLANT && { authors: ['Otto Lund'] }),
})

function statusOf(claim: string, sentence: string) {
  const document = about(sentence)
  const start = document.text.slice().indexOf(sentence)
  return verify(claim, { document, start, end: start + sentence.length }).status
}

describe('a sentence bears out what is said in its own words', () => {
  test.each([
    ['The council of Ardvik approved a new harbour for about 40 million crowns in March 2019.', COUNCIL],
    ['The council hopes to open it by 2024.', COUNCIL],
    ['The ferry will carry at least 300 passengers.', FERRY],
    ['It may not sail in winter unless the strait is free of ice.', FERRY],
    ['Mira Olsen designed three bridges before the war.', OLSEN],
    ['She taught at the institute in Tromsø for 20 years.', OLSEN],
    ['Most engineers who tested the pump reported that it failed to start below zero.', ENGINEERS],
    ['None found a broken part.', ENGINEERS],
    ['Otto Lund said that we are closing the old plant this year.', PLANT],
    ['The old plant is being closed this year.', PLANT],
    ['The museum was founded in 1887 by Ida Berg.', MUSEUM],
    ['The museum moved to the former customs house after the fire of 1903.', MUSEUM],
  ])('%s', (claim, sentence) => expect(statusOf(claim, sentence)).toBe('verified'))
})

describe('and nothing that it does not say', () => {
  test.each([
    // Another verb, or another state of things.
    ['The council of Ardvik rejected a new harbour in March 2019.', COUNCIL],
    ['The council of Ardvik opened a new harbour in March 2019.', COUNCIL],
    ['The council approved a new harbour and opened it by 2024.', COUNCIL],
    ['The harbour will open by 2024.', COUNCIL],
    ['The ferry has carried at least 300 passengers.', FERRY],
    ['The ferry carries at least 300 passengers.', FERRY],
    ['She destroyed three bridges before the war.', OLSEN],
    // Bounds, numbers, quantities.
    ['The council approved a new harbour for exactly 40 million crowns.', COUNCIL],
    ['The council approved a new harbour for about 40 billion crowns.', COUNCIL],
    ['The ferry will carry at most 300 passengers.', FERRY],
    ['The ferry will carry more than 300 passengers.', FERRY],
    ['She taught at the institute in Tromsø for thirty years.', OLSEN],
    ['All engineers who tested the pump reported that it failed to start below zero.', ENGINEERS],
    ['Engineers who tested the pump reported that it failed to start below zero.', ENGINEERS],
    // Negation, modality, condition.
    ['It may sail in winter unless the strait is free of ice.', FERRY],
    ['It may not sail in winter.', FERRY],
    ['It will not sail in winter unless the strait is free of ice.', FERRY],
    ['The pump started below zero.', ENGINEERS],
    ['Most engineers who tested the pump found a broken part.', ENGINEERS],
    ['We are not closing the old plant this year.', PLANT],
    // Who, and what.
    ['The council of Bodvik approved a new harbour in March 2019.', COUNCIL],
    ['Ida Berg moved to the former customs house after the fire of 1903.', MUSEUM],
    ['The customs house moved to the former museum after the fire of 1903.', MUSEUM],
    ['Ida Berg was founded by the museum in 1887.', MUSEUM],
    ['The museum moved to the customs house after the fire of 1903.', MUSEUM],
    ['The museum was founded before the fire by Ida Berg.', MUSEUM],
    ['Our workers told the press of it before the old plant.', PLANT],
    ['The press was told of it before our workers.', PLANT],
    ['Ada Lund said that we are closing the old plant this year.', PLANT],
    ['We have closed the old plant this year.', PLANT],
    ['We are closing the new plant this year.', PLANT],
    // Added.
    ['Mira Olsen designed three bridges before the war and was arrested.', OLSEN],
    ['The museum was founded by Ida Berg in 1887 with stolen money.', MUSEUM],
    ['The council of Ardvik, bribed by builders, approved a new harbour.', COUNCIL],
  ])('%s', (claim, sentence) => expect(statusOf(claim, sentence)).not.toBe('verified'))
})
