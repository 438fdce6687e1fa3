import { expect, test } from 'vitest'
import { askedAs } from './kinds.ts'
import { parseQuestion } from './parse-question.ts'

test.each([
  ['Who was the first president?', 'fact'],
  ['When did the canal open?', 'fact'],
  ['When does a lock leak?', 'open'],
  ['How many states were there in 1800?', 'fact'],
  ['Where is the canal?', 'fact'],
  ['What is inflation?', 'definition'],
  ['What is the default port?', 'fact'],
  ['Which version is needed at least, and what is the maximum?', 'fact'],
  ['What does the limit do?', 'open'],
  ['Why was the tariff lowered?', 'open'],
  ['How did presidents justify the Panama Canal?', 'open'],
  ['How is bread made?', 'how'],
  ['Did Congress pass the bill?', 'fact'],
  ['What are the main reasons given for the canal?', 'open'],
  ['Who is the engineer praised by both the builders of the canal and its keepers?', 'fact'],
  ['Are both the lock and the tower of stone?', 'comparison'],
  ['What author was more popular in the 70s, Richard Wright or Richard Bach?', 'comparison'],
  ['the Monroe doctrine', 'open'],
  ['Which treaties were made with Spain?', 'list'],
  ['What did Adams say about the navy?', 'open'],
  ['what did adams say about the navy', 'open'],
  ['What happens if the lock is full?', 'open'],
  ['Which status does a full lock show?', 'open'],
  ['Which lamps does a full lock show?', 'list'],
  ['What makes a lock more reliable than a gate?', 'open'],
  ['When I pass a ship through the lock, do the sailors arrive with it?', 'fact'],
  ['When did the ship, which was old, pass the lock?', 'fact'],
  ['In the log of a lock, what does a red mark mean?', 'open'],
  ['If the lock is full, how do I empty it?', 'how'],
  ['locks or gates: what is the difference?', 'comparison'],
  ['How do I limit how many ships pass?', 'how'],
  ['How can I allow for differences between two clocks?', 'how'],
  ['Which lever sets how many ships pass?', 'open'],
  ['How many ships pass?', 'fact'],
  ['Freeze of the locks', 'open'],
  ['Which Paris lock is the oldest?', 'open'],
  ['Which Redis lock do I need?', 'open'],
  ['Which bell tells me when it is full?', 'open'],
  ['Which ready-made lock gates does it offer?', 'list'],
  ['When is a lock considered full?', 'open'],
  ['Which is the largest ship that the lock can take?', 'fact'],
  ['How do I add a gate in v2.0.0?', 'how'],
  ['What does v2.0.0 cost?', 'open'],
])('%s asks for %s', (text, kind) => {
  expect(askedAs(text).kind).toBe(kind)
})

test.each([
  ['Was ist die Elbphilharmonie?', 'definition'],
  ['In welchem Jahr wurde die Brücke eröffnet?', 'fact'],
  ['Wer baute die Brücke?', 'fact'],
  ['Wie viele Bögen hat die Brücke?', 'fact'],
  ['Wo steht die Brücke der Stadt?', 'fact'],
  ['Warum wurde die Brücke gebaut?', 'open'],
  ['¿Qué es la Torre del Oro?', 'definition'],
  ['¿Cuándo se construyó el puente de la ciudad?', 'fact'],
  ['¿Quién construyó el puente de la ciudad?', 'fact'],
  ['¿Cuántos arcos tiene el puente de la ciudad?', 'fact'],
  ['¿Por qué se construyó el puente?', 'open'],
  ["Qu'est-ce que la tour de la ville ?", 'definition'],
  ['Когда построили этот мост?', 'fact'],
  ['Кто построил мост?', 'fact'],
  ['Сколько мостов в городе?', 'fact'],
  ['Почему закрыли мост?', 'open'],
  ['Что такое Эрмитаж?', 'definition'],
  ['大桥是什么时候通车的？', 'fact'],
  ['谁写过这首诗？', 'fact'],
  ['大桥有多少座桥墩？', 'fact'],
  ['什么是热干面？', 'definition'],
  ['为什么要建大桥？', 'open'],
])('%s asks for %s, in whatever language', (text, kind) => {
  expect(parseQuestion(text).kind).toBe(kind)
})

test('what parts the sides of a comparison is no part of its subject', () => {
  expect(parseQuestion('Carter versus Reagan on inflation').terms).not.toContain('versus')
})

test('takes names and quotations out of a question', () => {
  const { names } = parseQuestion('Did Theodore Roosevelt call it "a big stick" in Chicago?')
  expect(names).toEqual(['a big stick', 'Theodore Roosevelt', 'Chicago'])
  expect(parseQuestion("How do the town's and the lake's boats of Mira van der Holt differ?").names).toEqual([
    'Mira van der Holt',
  ])
})

test('the longest question is taken apart without delay', () => {
  const worst = `more ${'more or both and '.repeat(600)}`.slice(0, 10_000)
  expect(parseQuestion(worst).terms.length).toBeGreaterThanOrEqual(0)
})

test.each([
  ['List the four freedoms.', true],
  ['What are the rights of workers?', true],
  ['Which countries joined?', true],
  ['Nenne die Ziele der Partei.', true],
  ['What is the right of way?', false],
  ['Which address is it?', false],
])('"%s" asks for several things: %s', (question, several) => {
  expect(parseQuestion(question).several).toBe(several)
})

test.each([
  ['What is the difference between boat.row and boat.sail?', ['boat.row', 'boat.sail']],
  ['ferry vs barge vs raft', ['ferry', 'barge', 'raft']],
  ['row or sail in boats: which is faster?', ['row', 'sail']],
  ['ferry or barge, what carries more?', ['ferry', 'barge']],
  ['Should I take a ferry or a barge to cross the lake?', ['ferry', 'barge']],
  ['How do tugs and barges differ?', ['tugs', 'barges']],
  ['In a lake or river, how do I sail?', []],
  ['What is the difference between [ and [[ in the shell?', ['[', '[[']],
])('%s has its sides', (text, sides) => {
  expect(parseQuestion(text).sides).toEqual(sides)
})

test.each([
  ['Which parts are sold? Maersk ships some. Why does Maersk?', ['maersk']],
  ['Which parts are sold? Mira Olsen ships some.', ['mira', 'olsen']],
  ['Which parts are sold? NASA ships some.', ['nasa']],
  ['Which parts of the Harbour Bridge did J. Olsen design?', ['harbor', 'bridg', 'j', 'olsen']],
])('a word that opens a sentence is no name for its capital alone: %s', (text, capitalised) => {
  expect(parseQuestion(text).capitalised).toEqual(capitalised)
})
