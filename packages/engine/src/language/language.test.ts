import { expect, test } from 'vitest'
import { detectLanguage, documentLanguage } from './language.ts'

test.each([
  ['de', 'Wann wurde die Brücke in Hamburg eröffnet?'],
  ['de', 'Wer war Nikola Tesla?'],
  ['en', 'When was the bridge in Hamburg opened?'],
  ['en', 'Who wrote La Vie en Rose?'],
  ['es', '¿Quién construyó el puente?'],
  ['fr', 'Quand le pont a-t-il été construit ?'],
  ['it', 'Chi ha progettato il ponte?'],
  ['nl', 'Hoeveel inwoners heeft Amsterdam?'],
  ['pt', 'Quem construiu a ponte sobre o rio?'],
  ['ru', 'Кто построил мост?'],
  ['ru', 'Мост'],
] as const)('knows %s: %s', (language, text) => {
  expect(detectLanguage(text)).toBe(language)
})

test.each([
  '',
  '1932',
  'Nikola Tesla',
  'Los Angeles',
  'De La Soul',
  'Who composed Das Lied von der Erde?',
  '长江大桥是什么时候通车的？',
  'Γέφυρα',
])('does not guess where a text does not tell: %s', (text) => {
  expect(detectLanguage(text)).toBeUndefined()
})

test('names of another language do not make a text one of it', () => {
  const places =
    'Los Angeles, Irvine, Long Beach, Anaheim, Las Vegas, Riverside, Glendale, Los Gatos, Burbank, Torrance'
  expect(detectLanguage(`Southern California includes ${places}`)).toBeUndefined()
})

test("a document's own words decide before what it declares, and that before English", () => {
  const german = 'Die Brücke wurde im Jahr 1932 eröffnet und ist bis heute die längste der Stadt.'
  expect(documentLanguage(german, 'en')).toBe('de')
  expect(documentLanguage('Elbe 1932', 'de-AT')).toBe('de')
  expect(documentLanguage('Elbe 1932', 'sv')).toBe('en')
  expect(documentLanguage('Elbe 1932')).toBe('en')
  expect(documentLanguage(`${'Elbe 1932. '.repeat(500)}${german.repeat(20)}${'Elbe 1932. '.repeat(500)}`)).toBe('de')
})
