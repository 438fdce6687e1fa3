import { DeepResearch, readResearchStream } from '@deep-research/sdk'
import { createRelay } from '@deep-research/sdk/relay'
import { NextRequest, NextResponse } from 'next/server.js'

// app/api/research/route.ts
const relay = createRelay(new DeepResearch(), {
  authorize: (request) =>
    request.headers.get('authorization') === null ? NextResponse.json({}, { status: 401 }) : undefined,
})
export const maxDuration = 300
export async function POST(request: NextRequest): Promise<Response> {
  return relay(request)
}

const ask = (query: string, headers: Record<string, string>) =>
  POST(
    new NextRequest('https://app.example/api/research', { method: 'POST', body: JSON.stringify({ query }), headers }),
  )
const result = await readResearchStream(await ask('Why?', { authorization: 'Bearer user' })).result()
const refused = await readResearchStream(await ask('', { authorization: 'Bearer user' }))
  .result()
  .catch((error: Error) => error.name)
console.log(JSON.stringify([result.citations.length > 0, refused, (await ask('Why?', {})).status]))
