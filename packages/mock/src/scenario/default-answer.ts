import type { MockSource } from './result.ts'
import type { MockToolCall } from './tool-call.ts'

/**
 * The answer of a scenario for which none is given. It contains what breaks naive clients: characters of two, three and
 * four bytes before and within claims, a source that is cited first without being cited most, and an unverified claim.
 */
export const DEFAULT_ANSWER = `At sea level, <cite source="steam">water boils at 100 °C</cite> – 🏔 but on a mountain \
<cite source="peaks">the same pot boils below 80 °C</cite>, as <cite source="peaks">the air presses less on the \
water</cite>. <cite source="steam" verified="false" quote="Cooks rarely wait for it.">Hence the 5-minute egg – 🥚 – \
stays soft</cite>: <cite source="peaks">where the air presses less</cite>, patience helps.`

export const DEFAULT_SOURCES: Record<string, MockSource> = {
  steam: {
    title: 'Steam for everyone',
    url: 'https://example.org/steam',
    authors: ['A. Kettle', 'B. Lid'],
    year: 2019,
    source_type: 'book',
    snippet: 'At sea level water boils at 100 °C.',
    quote: 'At sea level water boils at 100 °C.',
    text: 'Introduction. At sea level water boils at 100 °C. Cooks rarely wait for it.',
  },
  peaks: {
    title: 'Kitchens on peaks',
    url: 'https://example.org/peaks',
    source_type: 'paper',
    snippet: 'Where the air presses less on the water, the same pot boils below 80 °C.',
  },
}

export const DEFAULT_THINKING: readonly string[] = [
  'The question is about boiling. Pressure decides it – look for altitude.',
  'Two sources agree; one claim about eggs 🥚 is left without support.',
]

export const DEFAULT_TOOL_CALLS: readonly MockToolCall[] = [
  { name: 'search', arguments: { query: 'boiling point altitude' }, result: { hits: 2 }, duration_ms: 12 },
  {
    name: 'read',
    arguments: { url: 'https://example.org/eggs' },
    error: { message: 'the page is gone' },
    duration_ms: 7,
    iteration: 2,
  },
]
