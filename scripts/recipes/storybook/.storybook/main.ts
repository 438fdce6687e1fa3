import type { StorybookConfig } from '@storybook/html-vite'

const config: StorybookConfig = {
  framework: '@storybook/html-vite',
  stories: ['../*.stories.ts'],
  addons: ['msw-storybook-addon'],
  staticDirs: ['../public'],
}
// biome-ignore lint/style/noDefaultExport: Storybook reads the default export
export default config
