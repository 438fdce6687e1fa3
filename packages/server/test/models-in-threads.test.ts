import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Worker } from 'node:worker_threads'
import type { EngineEvent, ResearchTask } from '@deep-research/engine'
import { expect, onTestFinished, test } from 'vitest'
import { TOWN, TRAM } from '../../engine/test/live/town.ts'
import { startScriptedModel } from '../../engine/test/model/scripted-model.ts'
import { openEngineWhenNeeded } from '../src/engine-when-needed.ts'
import { readSettings } from '../src/index.ts'
import { keepSteps } from '../src/steps/keep-steps.ts'
import { withoutTimes } from './support/dying-run.ts'

/** An engine with a model and a corpus, in a thread or in this one, and the threads that it starts. */
async function open(ENGINE_WORKERS: string) {
  const folder = mkdtempSync(join(tmpdir(), 'models-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const { id, title, text } of TOWN)
    writeFileSync(join(folder, `${id.replaceAll(/\W/g, '-')}.md`), `# ${title}\n\n${text}\n`)
  const model = await startScriptedModel({ seed: 1 })
  onTestFinished(() => model.close())
  const settings = readSettings({
    ...{ DATABASE_URL: `sqlite:${folder}/.data/service.db`, CORPUS: folder, ENGINE_WORKERS },
    ...{ LLM: 'openai-compatible', LLM_BASE_URL: model.url, LLM_MODEL: 'scripted' },
  })
  const engine = await openEngineWhenNeeded(settings, () => {})
  onTestFinished(() => engine.close())
  const workers: Worker[] = []
  const note = (worker: Worker) => workers.push(worker)
  process.on('worker', note)
  onTestFinished(() => void process.off('worker', note))
  return { engine, model, workers }
}

type Opened = Awaited<ReturnType<typeof open>>

/** What a run lets a test do: after each step that is kept, with their number, and when another thread goes on with it. */
interface Watched {
  after?: (steps: number, key: string) => void
  moved?: (kept: ReadonlyMap<string, string>) => void
}

/** Runs to the end. */
async function run({ engine }: Opened, level: ResearchTask['level'], { after, moved }: Watched = {}) {
  const task: ResearchTask = { query: TRAM, level }
  const kept = new Map<string, string>()
  const { signal } = new AbortController()
  keepSteps(task, {
    ...{ id: 'req_1', signal, steps: new Map() },
    async saveStep(key, result) {
      kept.set(key, result)
      after?.(kept.size, key)
    },
    async keptSteps() {
      moved?.(kept)
      return new Map(kept)
    },
    mayTryAgain: async () => true,
  })
  const events: EngineEvent[] = []
  for await (const event of engine.research(task, { signal })) events.push(event)
  const last = events.at(-1)
  if (last?.type !== 'completed') throw new Error('the run did not complete')
  return { events, result: last.result, steps: kept.size }
}

/** Each opens a corpus and starts threads, one after the other, which takes long on a busy machine. */
const LONG = 200_000

const tasksOf = ({ model }: Opened) => model.calls.map(({ task }) => task).toSorted()

test(
  'with a model, a thread tells what the thread that serves would, and asks the model the same',
  async () => {
    const [here, there] = [await open('0'), await open('1')]
    const [own, other] = [await run(here, 'medium'), await run(there, 'medium')]
    expect(here.engine.threads).toBeUndefined()
    expect(there.engine.threads).toMatchObject({ running: 1 })
    expect(withoutTimes(other.events.slice(0, -1))).toEqual(withoutTimes(own.events.slice(0, -1)))
    expect(other.result).toEqual({ ...own.result, usage: { ...own.result.usage, latency_ms: expect.any(Number) } })
    expect(tasksOf(there)).toEqual(tasksOf(here))
    // How many pieces of a text are kept together depends on the time.
    expect(other.steps).toBeGreaterThan(0)
  },
  LONG,
)

test(
  'wherever its thread dies, research with a model goes on in another one, and nothing is told or asked twice',
  async () => {
    const opened = await open('1')
    const whole = await run(opened, 'medium')
    const asked = opened.model.calls.length
    const thoughts = (all: readonly EngineEvent[]) =>
      withoutTimes(all.filter(({ type }) => type !== 'answer').slice(0, -1))
    // While it begins, looks, and writes. How many steps it writes in depends on the time.
    const half = Math.ceil(whole.steps / 2)
    const moments = [
      (steps: number) => steps === 1,
      (steps: number) => steps === half,
      (_: number, key: string) => key.startsWith('write'),
    ]
    for (const isTime of moments) {
      const threads = opened.workers.length
      let [replies, made] = [0, 0]
      const again = await run(opened, 'medium', {
        after(steps, key) {
          if (opened.workers.length === threads && isTime(steps, key)) void opened.workers.at(-1)?.terminate()
        },
        moved(kept) {
          replies = [...kept.keys()].filter((key) => key.startsWith('ask ')).length
          made = opened.model.calls.length
        },
      })
      const told = again.events.flatMap((event) => (event.type === 'answer' ? [event.content] : []))
      expect(told.join('')).toBe(again.result.answer)
      expect(again.result.usage).not.toHaveProperty('degraded')
      expect(thoughts(again.events)).toEqual(thoughts(whole.events))
      expect(opened.workers).toHaveLength(threads + 1)
      // What was replied is not asked again. Of what was under way, eight questions may still arrive, and a text twice.
      expect(opened.model.calls.length - made).toBeLessThanOrEqual(asked - replies + 10)
    }
  },
  LONG,
)
