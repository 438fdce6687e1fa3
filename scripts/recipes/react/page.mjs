import { useChat } from '@ai-sdk/react'
import { createResearchTransport } from '@deep-research/sdk/ai'
import { useResearch } from '@deep-research/sdk/react'
import { Activity, createElement as e, StrictMode, useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'

/** Asks when it is shown, as many first programs do. */
function Research() {
  const { status, text, id, ask } = useResearch({ api: '/api/research' })
  useEffect(() => void ask({ query: 'On mount' }), [ask])
  return e('p', { id: 'research', 'data-status': status, 'data-id': id }, text)
}

const transport = createResearchTransport({ api: '/api/research' })

function Chat() {
  const { messages, status, sendMessage } = useChat({ id: 'chat', transport, resume: true })
  const parts = messages.at(-1)?.parts ?? []
  return e(
    'section',
    { id: 'chat', 'data-status': status },
    e('button', { id: 'send', type: 'button', onClick: () => sendMessage({ text: 'Chat' }) }, 'send'),
    e('p', { id: 'said' }, parts.map((part) => (part.type === 'text' ? part.text : '')).join('')),
  )
}

function App() {
  const [isShown, show] = useState(true)
  return e(
    StrictMode,
    null,
    e('button', { id: 'toggle', type: 'button', onClick: () => show(!isShown) }, 'toggle'),
    e(Activity, { mode: isShown ? 'visible' : 'hidden' }, e(Research)),
    e(Chat),
  )
}

createRoot(document.querySelector('main')).render(e(App))
