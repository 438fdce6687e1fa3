// Serves the scripted model by hand: node --conditions=@deep-research/source test/model/serve.ts [port] [share of faulty calls]
import { FAULTS, seeded } from './scripted-mind.ts'
import { startScriptedModel } from './scripted-model.ts'

const [port = '0', share = '0'] = process.argv.slice(2)
const random = seeded(7)
const model = await startScriptedModel({
  port: Number(port),
  fault: () => (random() < Number(share) ? FAULTS[Math.floor(random() * FAULTS.length)] : undefined),
})
console.log(model.url)
process.once('SIGTERM', async () => {
  const counts: Record<string, number> = {}
  for (const { task, fault = 'sound' } of model.calls)
    counts[`${task}: ${fault}`] = (counts[`${task}: ${fault}`] ?? 0) + 1
  console.log(JSON.stringify({ calls: model.calls.length, ...counts }))
  await model.close()
})
