import {
  createMockAccount,
  defineScenario,
  httpError,
  mockResearch,
  type ScenarioChoice,
  testApiKey,
  torn,
} from '@deep-research/mock'
import { startMockServer } from '@deep-research/mock/node'
import { setupServer } from 'msw/node'
import { expect, test } from 'vitest'

/** What a test in plain JavaScript can write. */
const js = <Value>(value: unknown) => value as Value

const server = setupServer()

test.each<[string, () => unknown, RegExp]>([
  ['a misspelt option of a scenario', () => torn(js({ aftr: 2 })), /torn\(\) has no option aftr \(known: .*after/],
  ['a number as text', () => torn(js({ after: '3' })), /option after of torn\(\) must be a number.*not "3"/],
  ['no such choice', () => torn(js({ inside: 'middle' })), /inside of torn\(\) must be one of event, code-point/],
  ['a function as what is changed', () => torn(js({ of: httpError })), /of of torn\(\) must be a scenario/],
  ['another scenario as the options', () => torn(js(torn())), /torn\(\) takes an object with options/],
  ['an unknown error code', () => httpError(js('NOPE')), /no error code "NOPE" \(known: MISSING_QUERY/],
  [
    'nothing to define',
    () => defineScenario(js({ name: 'x' })),
    /defineScenario\(\) needs a name, and text, events or steps/,
  ],
  ['a misspelt option of the mock', () => mockResearch(server, js({ scenaro: torn() })), /has no option scenaro/],
  ['options where the server is due', () => mockResearch(js({ scenario: torn() })), /what setupServer\(\)/],
  [
    'a scenario that nobody called',
    () => mockResearch(server, { scenario: js(torn) }),
    /torn is no scenario yet: write torn\(\)/,
  ],
  ['a function in a queue', () => mockResearch(server).next(js(() => undefined)), /next\(\) takes a scenario/],
  ['no scenario at all', () => mockResearch(server).use(js(undefined)), /answers with a scenario.*not undefined/],
  [
    'an account of no tier',
    () => createMockAccount(js({ keys: [], tier: 'gold' })),
    /tier .*must be one of free, pro, scale/,
  ],
])('%s is refused where it is written', (_, write, message) => {
  expect(write).toThrow(message)
})

test('a server that is started with a misspelt option rejects', async () => {
  await expect(startMockServer(js({ prot: 9000 }))).rejects.toThrow(/startMockServer\(\) has no option prot/)
})

test('a function that chooses no scenario is told so by the request that it leaves without one', async () => {
  const errors: unknown[] = []
  await using mock = await startMockServer({
    scenario: js<ScenarioChoice>(() => torn),
    onError: (error) => errors.push(error),
  })
  const headers = { 'x-api-key': testApiKey(), 'content-type': 'application/json' }
  const asked = fetch(`${mock.url}/v1/research`, { method: 'POST', headers, body: '{"query":"Why?"}' })
  await expect(asked).rejects.toThrow()
  expect(String(errors[0])).toMatch(/must return a scenario such as torn.*not the function torn/)
})
