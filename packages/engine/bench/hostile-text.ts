import { ALPHABETS } from '../test/hostile-text/alphabets.ts'
import { Reading } from '../test/hostile-text/measure.ts'
import { SUBJECTS } from '../test/hostile-text/subjects.ts'

// What reads strangers' texts, over a megabyte of each alphabet that hurts: `hostile-text.ts [length] [subject] [alphabet]`.
const [length = '1000000', subjects = '', alphabets = ''] = process.argv.slice(2)
/** Seconds of CPU that a text of a megabyte may take. */
const MOST = 3

const reading = new Reading(3 * MOST)
const rows: { subject: string; alphabet: string; 'CPU, s': number }[] = []
for (const subject of Object.keys(SUBJECTS).filter((name) => name.includes(subjects))) {
  for (const { name } of ALPHABETS.filter((each) => each.name.includes(alphabets)))
    rows.push({ subject, alphabet: name, 'CPU, s': await reading.seconds(subject, name, Number(length)) })
}
await reading.end()
rows.sort((a, b) => b['CPU, s'] - a['CPU, s'])
console.table(rows.slice(0, 30))
console.log(`${rows.filter((row) => row['CPU, s'] > MOST).length} of ${rows.length} take more than ${MOST} s of CPU`)
