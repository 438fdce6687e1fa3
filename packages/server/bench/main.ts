import { measureRefusals } from './refusals.ts'
import { measureStreams } from './streams.ts'

/** `bench:server [rounds] [refusals|streams]` */
const [rounds = '7', only] = process.argv.slice(2)

if (only !== 'streams') {
  console.log('Refused credentials, 100,000 keys in SQLite:')
  console.table(await measureRefusals(Number(rounds)))
}
if (only !== 'refusals') {
  console.log('Streams, 1,000 at once:')
  console.table(await measureStreams(Number(rounds)))
}
