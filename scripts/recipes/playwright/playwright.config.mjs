import { defineConfig } from '@playwright/test'

const { MOCK_PORT, APP_PORT, CHROMIUM } = process.env
const mock = `http://127.0.0.1:${MOCK_PORT}`
const app = `http://127.0.0.1:${APP_PORT}`

// biome-ignore lint/style/noDefaultExport: Playwright reads the default export
export default defineConfig({
  testMatch: '*.spec.mjs',
  fullyParallel: true,
  workers: 2,
  reporter: 'line',
  use: {
    baseURL: app,
    launchOptions: { ...(CHROMIUM && { executablePath: CHROMIUM }), args: ['--no-sandbox', '--disable-gpu'] },
  },
  webServer: [
    {
      command: `npx deep-research-mock --port ${MOCK_PORT}`,
      url: `${mock}/_mock/requests`,
      reuseExistingServer: false,
    },
    {
      command: 'node app.mjs',
      url: app,
      env: { PORT: APP_PORT, DEEP_RESEARCH_BASE_URL: mock },
      reuseExistingServer: false,
    },
  ],
})
