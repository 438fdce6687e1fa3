import { measurePages } from './pages.ts'
import { measureRefusals } from './refusals.ts'

const ROUNDS = Number(process.argv[2] ?? 7)
const WHAT = process.argv[3] ?? 'all'

if (WHAT !== 'pages') {
  console.log('Refused credentials, 100,000 keys in SQLite:')
  console.table(await measureRefusals(ROUNDS))
}
if (WHAT !== 'refusals') {
  console.log('Pages of the dashboard, 500 requests in SQLite, nothing in the cache:')
  console.table(await measurePages(ROUNDS))
}
