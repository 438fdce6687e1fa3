import { expect, test } from 'vitest'
import { asAnswer, isFragment, namesWhatItMeans, needsNothingBefore, standsAlone } from './stands-alone.ts'

test.each([
  'Sixth, character education must be taught in our schools.',
  'Around the same time, Olsen left the harbour board.',
  'Today, that took the form of a list.',
  'Without them the town will be powerless.',
  'In our last roundup, we learned of the bridge.',
  'As I said in my last message, the bridge is needed.',
  'So it is not these alone.',
  'To secure these results the bridge was built.',
  'In the latter case the bridge is closed at night.',
  'Through its operation the ferries were made faster.',
  'That speaks a lot for the bridge of the harbour board.',
  'That work of two years has made the bridge safe.',
  'The company builds bridges of steel.',
  'In response, the agency closed the bridge.',
  '(Olsen spoke of the bridge all day.)',
  '“The bridge was closed for us all,” he said.',
])('"%s" goes on with what was said', (text) => {
  expect(needsNothingBefore(text)).toBe(false)
})

test.each([
  'Six schools were built by the harbour board.',
  'Today the bridge carries trams.',
  'By the act of 1902 it was begun.',
  'No other bridge of the town carries trams.',
  'The company of Mira Olsen builds bridges of steel.',
  '“The bridge was closed for us all,” Olsen said.',
])('"%s" needs nothing before it', (text) => {
  expect(needsNothingBefore(text)).toBe(true)
})

test('a scrap does not stand alone', () => {
  expect(standsAlone('The bridge.')).toBe(false)
  expect(standsAlone('The bridge was designed by Mira Olsen, and opened in')).toBe(false)
  expect(standsAlone('The bridge was designed by Mira Olsen, and opened in 1932.')).toBe(true)
})

test.each([
  'Who has won the harbour cup of the town most often?',
  'The last time that Olsen played at a harbour cup of the town...',
  'Good people," Olsen said to the board at the harbour of the town.',
  '“The bridge is the best thing that the town has ever built.',
])('nor does "%s"', (quote) => {
  expect(standsAlone(quote)).toBe(false)
})

test('what somebody said stands alone as a whole', () => {
  expect(standsAlone('“The bridge is the best thing,” Olsen said, “that the town has ever built.”')).toBe(true)
})

test('"this" stands for what a sentence names itself, or for the time and place of whoever speaks', () => {
  expect(namesWhatItMeans('One reason for the bridge was to set up this competition.')).toBe(false)
  expect(namesWhatItMeans('A bridge is dear, but this bridge pays for itself.')).toBe(true)
  expect(namesWhatItMeans('No bridge of this country carries more trams this year.')).toBe(true)
})

test('an entry without a verb says nothing by itself', () => {
  expect(isFragment('On a canal from the lake to the river of the town.')).toBe(true)
  expect(isFragment('On surveys of a route for the harbour bridge.')).toBe(true)
  expect(isFragment('On the bridge, the trams stand still.')).toBe(false)
  expect(isFragment('In June the town rowers won the cup of the harbour.')).toBe(false)
  expect(isFragment('The canal from the lake to the river is long.')).toBe(false)
})

test('a sentence is read by somebody who knows the question', () => {
  const read = (sentence: string) => asAnswer(sentence, (word) => word === 'ban')
  expect(read('This ban was lifted in June by the board.')).toBe('The ban was lifted in June by the board.')
  expect(read('This rule was lifted in June.')).toBe('This rule was lifted in June.')
  // What points ahead hangs on nothing.
  expect(standsAlone(read('It is well known that the ban was lifted in June by the board.'))).toBe(true)
  expect(standsAlone(read('Those who live by the harbour asked the board to lift the ban.'))).toBe(true)
  expect(standsAlone(read('It was lifted in June by the board of the town.'))).toBe(false)
})
