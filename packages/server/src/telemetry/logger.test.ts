import { expect, it } from 'vitest'
import { createLog } from './logger.ts'

const lines: string[] = []
const destination = { write: (line: string) => void lines.push(line) }

it('writes JSON, one line an event', () => {
  lines.length = 0
  createLog('info', { destination }).info({ request_id: 'req_1', ms: 3 }, 'request')
  expect(lines).toHaveLength(1)
  expect(JSON.parse(lines[0] ?? '')).toEqual({
    level: 30,
    time: expect.stringMatching(/Z$/),
    request_id: 'req_1',
    ms: 3,
    msg: 'request',
  })
})

it('writes lines for people where it is told so, and nothing below its level', () => {
  lines.length = 0
  const log = createLog('warn', { destination, readable: true })
  log.info({}, 'unheard')
  log.warn({ request_id: 'req_1', why: 'two words' }, 'watch out')
  expect(lines).toEqual([expect.stringMatching(/^\d\d:\d\d:\d\d warn watch out request_id=req_1 why="two words"\n$/)])
})
