import { mockResearch, researchHandlers, SCENARIO_HEADER, testApiKey } from '@deep-research/mock'
import { DeepResearchError, isKnownEvent, readResearchStream, StreamInterruptedError } from '@deep-research/sdk'
import { setupWorker } from 'msw/browser'

/** How a mocked stream arrived in the page. */
export interface Arrival {
  /** The types of the events, in order. */
  types: string[]
  /** What the deltas give together. */
  text: string
  /** The answer of the result, where there is one. */
  answer?: string | undefined
  /** The name of the SDK's error, and why it was thrown. */
  error?: { name: string; why: string | undefined } | undefined
}

/** What the page offers to the test. */
export interface PageDoor {
  start(): Promise<void>
  /** Reads the stream of a scenario, to its end or so many events of it. */
  read(scenario: string, most?: number): Promise<Arrival>
  /** Leaves a running stream and gives what the mock notes of it. */
  leave(): Promise<string | undefined>
  /** Asks the page's own relay, as a page in Storybook does; then the mock is disposed of. */
  relayed(): Promise<{ status: number; citations: number; requests: number }>
}

const HANDLERS = 'https://handlers.example'
const CONTROLS = 'https://controls.example'

const worker = setupWorker(...researchHandlers({ baseURL: HANDLERS }))

function ask(base: string, scenario: string): Promise<Response> {
  return fetch(`${base}/v1/research`, {
    method: 'POST',
    body: JSON.stringify({ query: 'Why?' }),
    headers: { 'content-type': 'application/json', 'x-api-key': testApiKey(), [SCENARIO_HEADER]: scenario },
  })
}

async function read(scenario: string, most = Number.POSITIVE_INFINITY): Promise<Arrival> {
  const arrival: Arrival = { types: [], text: '' }
  try {
    const stream = readResearchStream(await ask(HANDLERS, scenario))
    for await (const event of stream) {
      arrival.types.push(String(event.type))
      if (isKnownEvent(event) && event.type === 'research.answer.delta') arrival.text += event.data.content
      if (arrival.types.length >= most) return arrival
    }
    arrival.answer = (await stream.result()).answer
  } catch (error) {
    if (!DeepResearchError.isInstance(error)) throw error
    arrival.error = { name: error.name, why: StreamInterruptedError.isInstance(error) ? error.reason : error.code }
  }
  return arrival
}

async function leave(): Promise<string | undefined> {
  const research = mockResearch(worker, { baseURL: CONTROLS })
  for await (const _ of readResearchStream(await ask(CONTROLS, 'stalled?after=2'))) break
  while (research.requests[0]?.outcome === 'open') await new Promise((resolve) => setTimeout(resolve))
  return research.requests[0]?.outcome
}

async function relayed() {
  const research = mockResearch(worker, { relay: '/api/research' })
  const response = await fetch('/api/research', { method: 'POST', body: JSON.stringify({ query: 'Why?' }) })
  const { citations } = await readResearchStream(response).result()
  research.dispose()
  return { status: response.status, citations: citations.length, requests: research.requests.length }
}

const door: PageDoor = { relayed, start: () => worker.start({ quiet: true }).then(() => undefined), read, leave }
Object.assign(globalThis, { door })
