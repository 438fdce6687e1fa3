import { measureLock } from './locks.ts'
import { measurePages } from './pages.ts'
import { measureRefusals } from './refusals.ts'
import { measureStreams } from './streams.ts'

/** `bench:server [rounds] [refusals|streams|locks|pages]` */
const [rounds = '7', only] = process.argv.slice(2)

if (only === undefined || only === 'refusals') {
  console.log('Refused credentials, 100,000 keys in SQLite:')
  console.table(await measureRefusals(Number(rounds)))
}
if (only === undefined || only === 'streams') {
  console.log('Streams, 1,000 at once:')
  console.table(await measureStreams(Number(rounds)))
}
if (only === undefined || only === 'locks') {
  console.log('While another process locks the SQLite file for 12 s:')
  console.table(await measureLock())
}
if (only === undefined || only === 'pages') {
  console.log('Pages of the dashboard, 500 requests in SQLite, nothing in the cache:')
  console.table(await measurePages(Number(rounds)))
}
