import { DeepResearch } from '@deep-research/sdk'
import { type ResearchDataParts, toUIMessageStream } from '@deep-research/sdk/ai'
import { createUIMessageStreamResponse, DefaultChatTransport, readUIMessageStream, type UIMessage } from 'ai'

type Message = UIMessage<unknown, ResearchDataParts>

// app/api/chat/route.ts
export async function POST(request: Request): Promise<Response> {
  const { messages } = (await request.json()) as { messages: Message[] }
  const query =
    messages
      .at(-1)
      ?.parts.map((part) => (part.type === 'text' ? part.text : ''))
      .join('') ?? ''
  const research = await new DeepResearch().stream({ query }, { signal: request.signal })
  const citationMarker = (_id: string, number: number) => ` [${number}]`
  return createUIMessageStreamResponse({ stream: toUIMessageStream(research, { citationMarker }) })
}

const transport = new DefaultChatTransport<Message>({
  api: 'https://app.example/api/chat',
  fetch: (url, init) => POST(new Request(String(url), init)),
})
const stream = await transport.sendMessages({
  trigger: 'submit-message',
  chatId: 'chat',
  messageId: undefined,
  messages: [{ id: '1', role: 'user', parts: [{ type: 'text', text: 'Why?' }] }],
  abortSignal: undefined,
})
let last: Message | undefined
for await (const message of readUIMessageStream<Message>({ stream })) last = message
const sources = last?.parts.filter(({ type }) => type === 'source-url').length ?? 0
const data = last?.parts.find((part) => part.type === 'data-research')
const answer = last?.parts.find((part) => part.type === 'text')
console.log(JSON.stringify([sources, data?.data.citations.length, /\[1\]/.test(answer?.text ?? '')]))
