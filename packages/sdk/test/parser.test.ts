import { createParser } from 'eventsource-parser'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createSseParser } from '#stream/parse-sse.ts'

const text = fc.array(
  fc.constantFrom('data', 'data:', 'data: ', ':', 'id: 1', 'event: x', 'a', ' ', 'é', '\n', '\r', '\r\n', '\n\n'),
  { maxLength: 60 },
)

it('reads what eventsource-parser reads', () => {
  fc.assert(
    fc.property(fc.array(text), (chunks) => {
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
