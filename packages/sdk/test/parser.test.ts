import { createParser } from 'eventsource-parser'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createSseParser } from '#stream/parse-sse.ts'

/** What a chunk may hold; one may end between the CR and the LF of a line. */
const text = fc.array(
  fc.constantFrom('data: a\r', 'data:é\n', 'data\r\n', 'data:  b', ': c\r', 'id: 1\n', 'dat', '\r', '\n'),
  {
    maxLength: 5,
  },
)

it('reads what eventsource-parser reads', () => {
  fc.assert(
    fc.property(fc.array(text, { maxLength: 20 }), (chunks) => {
      const ours: string[] = []
      const theirs: string[] = []
      const parser = createSseParser(1_000, { onData: (data) => ours.push(data), onOverflow: expect.unreachable })
      const peer = createParser({ onEvent: ({ data }) => theirs.push(data) })
      for (const chunk of chunks.map((parts) => parts.join(''))) {
        parser.push(new TextEncoder().encode(chunk))
        peer.feed(chunk)
      }
      expect(ours).toEqual(theirs)
    }),
    { numRuns: 1_000 },
  )
})
