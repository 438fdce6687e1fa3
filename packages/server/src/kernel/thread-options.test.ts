import { expect, test } from 'vitest'
import { threadOptions } from './thread-options.ts'

const execArgv = ['--max-old-space-size=4096', '--conditions=@deep-research/source', '-C', 'node', '--no-warnings']

test('a thread of Node 22 is silent about SQLite, imports the same, and gets nothing that it would refuse', () => {
  expect(threadOptions({ versions: { ...process.versions, node: '22.18.0' }, execArgv })).toEqual({
    env: {},
    execArgv: ['--conditions=@deep-research/source', '-C', 'node', '--disable-warning=ExperimentalWarning'],
  })
})

test.each(['24.21.0', '26.10.0'])('a thread of Node %s has all that the program has', (node) => {
  expect(threadOptions({ versions: { ...process.versions, node }, execArgv })).toEqual({ env: {} })
})
