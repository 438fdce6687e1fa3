import { parentPort } from 'node:worker_threads'
import { ALPHABETS, textOf } from './alphabets.ts'
import { SUBJECTS } from './subjects.ts'

parentPort?.on('message', async ([subject, name, length]: [subject: string, alphabet: string, length: number]) => {
  const alphabet = ALPHABETS.find((each) => each.name === name)
  const text = alphabet === undefined ? '' : textOf(alphabet, length)
  const before = process.threadCpuUsage()
  await SUBJECTS[subject]?.(text)
  const { user, system } = process.threadCpuUsage(before)
  parentPort?.postMessage((user + system) / 1e6)
})
