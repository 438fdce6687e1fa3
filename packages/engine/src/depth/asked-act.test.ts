import { expect, test } from 'vitest'
import { askedAct } from './asked-act.ts'

const act = (text: string) => askedAct({ text, language: 'en' })
const toldIn = (question: string, sentence: string) => act(question)?.toldIn(sentence)

test.each([
  ['How did mayors justify the bridge?', 'The ferry was too slow, and a bridge was necessary.', 'It is 12 feet wide.'],
  ['Why was the bridge built?', 'It was built because the ferry was slow.', 'It is painted red.'],
  ['What did mayors propose for the bridge?', 'I recommend a toll.', 'It was painted red.'],
  ['What did mayors say about the bridge?', 'I believe it a great good.', 'It spans 503 metres.'],
  ['What happened at the bridge?', 'It has been closed to cars.', 'It is painted red.'],
  ['What is the board accused of?', 'The town accuses the board of waste.', 'The board has nine members.'],
  ['How did the town team fare?', 'The team lost by two goals.', 'The team wears red.'],
  ['How did the title race of the league develop?', 'The town team is top of the table.', 'The league has ten teams.'],
  ['How did the tram affect shops?', 'Sales of the shops fell by a third.', 'The shops are on Mill Street.'],
  ['What did the board change at the harbour?', 'It replaced the old cranes.', 'It meets on Mondays.'],
  ['Why did Olsen resign, and what followed?', 'Holt was named as the new head.', 'The board meets on Mondays.'],
  ['What were the best deals of the fair?', 'The red boat is $40 there.', 'The fair is held in May.'],
  ['What did judges do about the harbour trust?', 'The town sued the trust.', 'The trust owns two piers.'],
  ['How did mayors deal with the flood?', 'We have opened the dam.', 'The dam cost $40.'],
  ['How did mayors respond to the flood?', 'We have opened the dam.', 'The flood has affected every town.'],
  [
    'Why did mayors disagree about the bridge?',
    'In my opinion the town has no power to build it.',
    'It is painted red.',
  ],
  ['What kinds of boats are there?', 'A ferry is a boat for many.', 'The boats sail on Sunday.'],
  ['What did the town intend to do with the pier?', 'We hope to keep it as it is.', 'The pier was bought for $40.'],
  ['How hard was it for ferries to sail?', 'The tight channel made it tough.', 'The ferries are red.'],
  ['What is said of the flood, and how to slow it?', 'Every town must plant trees.', 'The flood came in June.'],
  ['What happened at the Harbour Cup?', 'The town team won the final.', 'The cup is made of silver.'],
  ['Why do ferries stay?', 'Captains credit the harbour with it.', 'The ferries are red.'],
  ['Why did the town go to war?', 'It bore one aggression after another.', 'The war went on for years.'],
])('%s "%s" answers it, "%s" does not', (question, yes, no) => {
  expect(toldIn(question, yes)).toBe(true)
  expect(toldIn(question, no)).toBe(false)
})

test('whatever is on the subject answers what is known of it', () => {
  expect(act('What is known of the bridge?')?.isOpen).toBe(true)
  expect(act('What happened at the bridge?')?.isOpen).toBe(false)
})

test('what may still come has not happened', () => {
  expect(toldIn('What happened in the trial?', 'Whether he was found guilty is less than what it will change.')).toBe(
    false,
  )
  expect(toldIn('What happened in the trial?', 'He was found guilty on seven counts.')).toBe(true)
})

test('its words ask, and name who is asked and when, but nothing of the subject', () => {
  expect(act('What did presidents say about the gold standard?')?.words).toMatch(/^say presidents/)
  expect(act('How did the navy change?')?.words.trim()).toBe('change')
  expect(act('How did films do in late 2023?')?.words.trim()).toBe('do  late')
})

test('a question may ask for one thing after another', () => {
  const each = act('Why was the bridge closed, and what happened to its builder?')?.each ?? []
  const [reason, outcome] = ['It was unsafe because a pier had sunk.', 'She resigned in May.']
  expect(each.map((toldIn) => [toldIn(reason), toldIn(outcome)])).toEqual([
    [true, false],
    [false, true],
  ])
})

test('no act is asked for where none is named, or in another language', () => {
  expect(act('Which locks does the canal have?')).toBeUndefined()
  expect(askedAct({ text: 'Why?', language: 'de' })).toBeUndefined()
})

test('what was so until now is no outcome', () => {
  expect(act('How did the cup unfold?')?.toldIn('No team of the south has ever won it.')).toBe(false)
})

test('whoever is asked to do something about it is no part of the subject', () => {
  expect(act('What did judges do about the harbour trust?')?.words).toMatch(/judges/)
})
