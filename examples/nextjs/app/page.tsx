import { Research } from './research'

export default function Page() {
  return (
    <main>
      <h1>Ask</h1>
      <Research />
    </main>
  )
}
