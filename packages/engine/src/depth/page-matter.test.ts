import { describe, expect, test } from 'vitest'
import type { Evidence } from '#evidence/ledger.ts'
import { isPageMatter, isSaleUnlessAsked } from './page-matter.ts'

const held = (quote: string) => ({ quote, document: { text: quote } }) as unknown as Evidence
const matter = (quote: string, question = 'How did the town team play?') =>
  isPageMatter({ text: question })(held(quote))

describe('matter of a page is no evidence', () => {
  test.each([
    '9:58 p.m. — The defense is all over the guests again.',
    '9:01 p.m. FUMBLE — Oh no.',
    "45' - The keeper holds on.",
    'FUMBLE — the town team loses the ball.',
    'That version has dropped to $190 at Larkmart and elsewhere.',
    'Get it for $730 $799 Save $69 with coupon.',
    'The headphones are 20% off this week.',
    'Buy now and get the second one free.',
    'Read more: how the team was made.',
    'Photo by Mira Olsen / The Lark',
    'The coach on the bench (Getty Images)',
    'Related: the team in pictures',
    'Sign up to our newsletter for the team.',
    'Also Read: how the team was made',
    'Who has won the cup of the town most often?',
    'Fans can stream every game of the town team live and on demand.',
    'The town team plays at noon, live on Lark Sports.',
    '2 hours until kick-off: the guests have won three of four games.',
    'Place a bet with the new site to receive a bonus.',
    'The best promos of the week are listed.',
    'At right is the pier as it was built.',
    'Above: the pier in winter.',
    'Cup final: Everything to know of the town team before it plays The town team is at the pier.',
    'Please use Lark browser for a better picture of the team.',
    'Olsen, M., and K. Holt (2010), The bridges of the north, J. Bridges, 23, 2.',
    'The mayor (L) and Mira Olsen (R), head of the team.',
    'Mira Olsen of the Larks reacts after the loss at home.',
    'Here is the team for the final pic.twitter.com/abc123',
    'The story has been updated with the words of the mayor.',
    'The Lark has contacted the team for comment.',
    'LARKS OF THE NORTH | Coach: Mira Olsen has won all but a cup.',
    '1 Mira Olsen, Larks @ Doves.',
    'STARTS: Mira Olsen, Agnes Holt, Otto Vester.',
    'Town vs Lake: League LIVE – the team is on its way.',
    'skip past newsletter promotion Sign up to the daily letter.',
  ])('%s', (quote) => {
    expect(matter(quote)).toBe(true)
  })

  test.each([
    'The team won at 9:58 p.m. before a full house.',
    'The stadium cost $200 million, paid from taxes.',
    'Congress paid $15,000,000 from the treasury.',
    'The law will save $20 billion in ten years.',
    'The lands on sale were bought by settlers.',
    'Goals by Vik and Olsen won the cup.',
    'Getty Images sued the company over its pictures.',
    'Loading the ships took the town a week.',
    'Reading more books helped the schools.',
    'The picture of the harbour was sold by the town.',
    'The people of the town live on fish.',
    'The board broadcast its vote to the town.',
    'Mira Olsen reacted to the loss with a new team.',
    'The mayor approached the harbour board.',
  ])('but not: %s', (quote) => {
    expect(matter(quote)).toBe(false)
  })

  test('but an advert is evidence where the question asks for what is sold', () => {
    expect(matter('The headphones are 20% off this week.', 'What were the best deals?')).toBe(false)
  })

  test('as is all that follows the first of many lines of a live score, but not what stands before them', () => {
    const lines = Array.from({ length: 9 }, (_, i) => `9:0${i} p.m. — The guests have the ball.`)
    const report = 'The town team won the cup.'
    const text = [report, ...lines, 'Vik is on the ground.'].join('\n')
    const at = (quote: string) => ({ quote, document: { text }, start: text.indexOf(quote) }) as unknown as Evidence
    const isMatter = isPageMatter({ text: 'How did the town team play?' })
    expect(isMatter(at('Vik is on the ground.'))).toBe(true)
    expect(isMatter(at(report))).toBe(false)
  })

  test('as is the rest of a paragraph that begins with the time of day', () => {
    const text = '9:01 p.m. FUMBLE — Oh no. The guests have the ball.'
    const block = { start: 0, end: text.length, kind: 'paragraph', path: [] }
    const one = { quote: 'The guests have the ball.', document: { text }, block } as unknown as Evidence
    expect(isPageMatter({ text: 'How did the town team play?' })(one)).toBe(true)
  })
})

test('a page of what is sold is told by its title, unless the question asks for that', () => {
  expect(isSaleUnlessAsked('What was said of the new watches?')('41 best deals on watches')).toBe(true)
  expect(isSaleUnlessAsked('What was said of the new watches?')('Why the watch is banned')).toBe(false)
  expect(isSaleUnlessAsked('What were the best deals on watches?')('41 best deals on watches')).toBe(false)
})
