import { measureAccounts } from './accounts.ts'
import { measureCluster } from './cluster.ts'
import { measureLock } from './locks.ts'
import { measurePages } from './pages.ts'
import { measureQuestions } from './questions.ts'
import { measureRefusals } from './refusals.ts'
import { measureSpace } from './space.ts'
import { measureStreams } from './streams.ts'

/** `bench:server [rounds] [refusals|streams|locks|pages|space|accounts|questions|cluster]` */
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
if (only === undefined || only === 'space') {
  console.log('Bytes of SQLite that a request on the demo corpus costs, thinking and tool calls included:')
  console.table(await measureSpace())
}
if (only === undefined || only === 'accounts') {
  console.log('The operator’s list of 100,000 accounts:')
  console.table(await measureAccounts(Number(rounds)))
}
if (only === undefined || only === 'questions') {
  console.log('20 questions at once on the demo corpus:')
  console.table(await measureQuestions(Number(rounds)))
}
if (only === undefined || only === 'cluster') {
  console.log('25,000 events a second over PostgreSQL and Redis, one process that answers and one that researches:')
  console.table(await measureCluster(Number(rounds)))
}
