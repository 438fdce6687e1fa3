// A component's test mocks its relay; Jest's jsdom has neither `fetch` nor `TextEncoder`.
const { useResearch } = require('@deep-research/sdk/react')
const { render, screen, act } = require('@testing-library/react')
const { createElement } = require('react')

function Answer() {
  const { status, ask } = useResearch({ api: '/api/research', fetch: () => Promise.reject(new TypeError('offline')) })
  return createElement('button', { onClick: () => ask({ query: 'Why?' }) }, status)
}

test('a component with the hook is rendered, and shows that it failed', async () => {
  render(createElement(Answer))
  expect(screen.getByRole('button').textContent).toBe('idle')
  await act(async () => screen.getByRole('button').click())
  expect(screen.getByRole('button').textContent).toBe('failed')
})

test('the doors load', () => {
  for (const door of ['', '/citations', '/relay', '/ai']) expect(require(`@deep-research/sdk${door}`)).toBeTruthy()
})
