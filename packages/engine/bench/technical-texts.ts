import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { folderSource, openEmbeddedEngine } from '@deep-research/engine'
import { cpuSeconds } from '../test/cpu-seconds.ts'
import { technicalText } from './technical-text.ts'
import { inTemporaryFolder } from './temporary-folder.ts'

/** `technical-texts.ts [N]`: indexes N long texts with tables and diagrams of ASCII, each by itself and then all, and names the slowest. */
const FILES = 60
const count = Number(process.argv[2] ?? FILES)

async function indexed(folder: string): Promise<number> {
  return inTemporaryFolder('index', async (beside) => {
    const spent = cpuSeconds()
    const engine = await openEmbeddedEngine({ sources: [folderSource(folder)], indexFile: join(beside, 'index.db') })
    const seconds = spent()
    engine.close()
    return seconds
  })
}

const texts = Array.from({ length: count }, (_, number) => ({
  name: `rfc${9_000 + number}.txt`,
  text: technicalText(number),
}))
const each: { file: string; MB: number; 'CPU, s': number; 'MB a second of CPU': number }[] = []
const rowOf = (file: string, bytes: number, seconds: number) => ({
  file,
  MB: Number((bytes / 1e6).toFixed(2)),
  'CPU, s': Number(seconds.toFixed(2)),
  'MB a second of CPU': Number((bytes / 1e6 / seconds).toFixed(2)),
})
await inTemporaryFolder('texts', async (all) => {
  for (const { name, text } of texts) {
    writeFileSync(join(all, name), text)
    await inTemporaryFolder('text', async (folder) => {
      writeFileSync(join(folder, name), text)
      each.push(rowOf(name, text.length, await indexed(folder)))
    })
  }
  const bytes = texts.reduce((sum, { text }) => sum + text.length, 0)
  const slowest = each.toSorted((a, b) => a['MB a second of CPU'] - b['MB a second of CPU']).slice(0, 3)
  console.table([rowOf(`all ${count}`, bytes, await indexed(all)), ...slowest])
})
