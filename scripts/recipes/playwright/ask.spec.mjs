import { testApiKey } from '@deep-research/mock'
import { test as base, expect } from '@playwright/test'

const mock = `http://127.0.0.1:${process.env.MOCK_PORT}/_mock`

/** Each worker has a key of its own, so what one test queues no other one gets. */
const test = base.extend({
  research: async ({ request }, use, { parallelIndex }) => {
    const apiKey = testApiKey(parallelIndex)
    const headers = { 'x-api-key': apiKey }
    await request.put(`${mock}/scenario`, { headers, data: 'answer' })
    await use({
      apiKey,
      next: (scenario) => request.post(`${mock}/queue`, { headers, data: scenario }),
      requests: async () => (await request.get(`${mock}/requests`, { headers })).json(),
    })
    await request.post(`${mock}/reset`, { headers })
  },
})

for (const turn of [1, 2]) {
  test(`a page shows the answer (${turn})`, async ({ page, research }) => {
    await page.goto(`/?customer=${research.apiKey}`)
    await page.getByRole('button').click()
    await expect(page.locator('pre')).toContainText('data: [DONE]')
    expect(await research.requests()).toHaveLength(1)
  })

  test(`a page says that the service is busy (${turn})`, async ({ page, research }) => {
    await research.next('RATE_LIMIT_EXCEEDED?retryAfter=7')
    await page.goto(`/?customer=${research.apiKey}`)
    await page.getByRole('button').click()
    await expect(page.locator('pre')).toContainText('429')
  })
}
