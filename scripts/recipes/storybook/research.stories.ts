import { answer, httpError, mockResearch } from '@deep-research/mock'
import { createResearchStore } from '@deep-research/sdk/react'
import type { Meta, StoryObj } from '@storybook/html-vite'

type Story = StoryObj

/** A page that asks its relay, and then shows the answer or the code of the error. */
const meta: Meta = {
  render(_, { name }) {
    const page = document.createElement('article')
    page.dataset['story'] = name
    const store = createResearchStore({ api: '/api/research' })
    void store.ask({ query: 'Why?' }).then(() => {
      const { status, text, error } = store.get()
      page.textContent = status === 'completed' ? text : String(error)
    })
    return page
  },
}
// biome-ignore lint/style/noDefaultExport: Storybook reads the default export
export default meta

export const Answered: Story = {
  beforeEach({ msw }) {
    const scenario = answer({ answer: 'At sea level water boils at 100 °C.' })
    const { dispose } = mockResearch(msw, { relay: '/api/research', scenario })
    return dispose
  },
}

export const Busy: Story = {
  beforeEach({ msw }) {
    const { dispose } = mockResearch(msw, { relay: '/api/research', scenario: httpError('RATE_LIMIT_EXCEEDED') })
    return dispose
  },
}

/** Asks the server that the stories came from, which has no relay. */
export const Unmocked: Story = {}
